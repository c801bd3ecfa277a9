package io.github.llmperf.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.model.Reports;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LogLineTests {

    @ParameterizedTest
    @CsvSource(
            delimiterString = " -> ",
            value = {
                "::error::planted -> : :error::planted",
                "::stop-commands::token -> : :stop-commands::token",
                "fine ##[error]planted -> fine # #[error]planted",
                "a ##vso[task.complete]b ##teamcity[x] -> a # #vso[task.complete]b # #teamcity[x]",
                "a::b ## heading [1] -> a::b ## heading [1]"
            })
    void obeysNoServer(String said, String printed) {
        assertThat(LogLine.of(said)).isEqualTo(printed);
    }

    @ParameterizedTest
    @ValueSource(strings = {" ", "\u00a0", "\u3000", "  \u2003"})
    void seesThroughBlanksThatRunnersTrim(String blanks) {
        assertThat(LogLine.of(blanks + "::warning::planted"))
                .doesNotContain("::w")
                .endsWith(": :warning::planted");
    }

    @Test
    void staysOneLine() {
        assertThat(LogLine.of("a\n::error::b\r\u2028c\u001b[31m")).isEqualTo("a\\n::error::b\\r\\u2028c\\u001b[31m");
    }

    @Test
    void failureMessagesHoldNoCommandEither() {
        String hostile = "500: ##[error]x\n::set-output name=a::b\n::stop-commands::pwned";
        Report report = Reports.violated().failed(hostile).failingWith(hostile).build();

        assertThat(FailureMessage.of(report, Path.of("report.html")).lines())
                .isNotEmpty()
                .noneMatch(line -> line.stripLeading().startsWith("::"))
                .noneMatch(line -> line.contains("##["))
                .anyMatch(line -> line.contains("# #[error]x\\n::set-output"));
    }
}
