package io.github.llmperf;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.settings.ConfigurationKeys;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The guide leaves nothing out, and names no key that does not exist. */
class GuideTests {

    private static final Path DOCS = Path.of("../../docs");
    private static final Pattern KEY = Pattern.compile("\\bllmperf\\.[A-Za-z.]*[A-Za-z]");

    private static String page(String name) throws IOException {
        return Files.readString(DOCS.resolve(name));
    }

    private static List<String> inCode(Stream<String> names) {
        return names.map(name -> "`" + name + "`").toList();
    }

    @Test
    void everyKeyIsInTheConfigurationPage() throws IOException {
        assertThat(page("configuration.md")).contains(inCode(ConfigurationKeys.all().stream()));
    }

    @Test
    void everyKeyInTheConfigurationPageExists() throws IOException {
        Matcher keys = KEY.matcher(page("configuration.md"));
        assertThat(keys.results().map(key -> key.group()))
                .filteredOn(key -> !key.equals("llmperf.target"))
                .isNotEmpty()
                .allMatch(ConfigurationKeys::isKnown);
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                LlmLoad.class,
                LlmDefaults.class,
                LlmTarget.class,
                Sla.class,
                Baseline.class,
                LlmCompare.class,
                LlmCapacity.class
            })
    void everyAttributeIsInTheAnnotationsPage(Class<?> annotation) throws IOException {
        assertThat(page("annotations.md"))
                .contains(inCode(Arrays.stream(annotation.getDeclaredMethods()).map(Method::getName)));
    }

    @Test
    void everyMetricIsInTheMetricsPage() throws IOException {
        assertThat(page("metrics.md")).contains(inCode(Metric.names().stream()));
    }

    @Test
    void everyKindOfFailureIsInTheMetricsPage() throws IOException {
        assertThat(page("metrics.md"))
                .contains(inCode(Arrays.stream(FailureKind.values()).map(Enum::name)));
    }

    @Test
    void everyVerdictIsInTheVerdictsPage() throws IOException {
        assertThat(page("verdicts.md"))
                .contains(Arrays.stream(Verdict.values())
                        .map(verdict -> "| " + verdict.name() + " |")
                        .toList());
    }
}
