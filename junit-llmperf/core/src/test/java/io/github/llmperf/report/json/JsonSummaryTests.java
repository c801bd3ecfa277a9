package io.github.llmperf.report.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.llmperf.plan.Scenario;
import io.github.llmperf.report.model.Reports;
import io.github.llmperf.verdict.Verdict;
import io.github.llmperf.wording.FindingText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonSummaryTests {

    @TempDir
    Path directory;

    @Test
    void readsWhatTheRendererWrote() throws IOException {
        Path file = Files.createDirectory(directory.resolve("users=20")).resolve("result.json");
        Files.writeString(file, new JsonRenderer().render(Reports.violated().build()));

        assertThat(JsonSummary.read(file))
                .usingRecursiveComparison()
                .ignoringFields("scenario", "key")
                .isEqualTo(new JsonSummary(
                        file,
                        "RagLatencyTest.staysResponsive[users=20]",
                        TestStatus.of(Verdict.SLA_VIOLATED, "ttft.p90 1,671 ms > 1,500 ms (n=400)"),
                        new KeyFigures("1670 ms", "29.94 ms", "1583 tokens/s", "0.75 %", 400),
                        java.util.List.of(
                                "BROKEN: ttft.p90 1,671 ms > 1,500 ms (n=400)",
                                "MET: tpot.mean 31.42 ms ≤ 100 ms (n=400, certified)"),
                        "2026-03-02T10:15:30Z"));
    }

    @Test
    void knowsTestCellAndTheFindingThatDecides() throws IOException {
        Path file = Files.createDirectory(directory.resolve("users=20")).resolve("result.json");
        Files.writeString(file, new JsonRenderer().render(Reports.violated().build()));

        JsonSummary summary = JsonSummary.read(file);

        assertThat(summary.scenario().map(Scenario::className)).contains("com.acme.RagLatencyTest");
        assertThat(summary.method()).isEqualTo("RagLatencyTest.staysResponsive");
        assertThat(summary.cell()).isEqualTo("users=20");
        assertThat(summary.key().map(KeyFinding::measure)).contains("ttft.p90");
    }

    @Test
    void failsAsStrictlyAsItWasAskedFor() throws IOException {
        assertThat(failing(Reports.undecided())).isFalse();
        assertThat(failing(Reports.undecided().strict())).isTrue();
        assertThat(failing(Reports.invalid())).isFalse();
        assertThat(failing(Reports.invalid().strict())).isTrue();
        assertThat(failing(Reports.withoutBaseline())).isFalse();
        assertThat(failing(Reports.withoutBaseline().required())).isTrue();
        assertThat(failing(Reports.passed().required())).isFalse();
        assertThat(failing(Reports.error())).isTrue();
    }

    /** A result that another version wrote must not pass for one that did not fail. */
    @Test
    void isNoneThatDoesNotSayWhetherItFailed() throws IOException {
        Path file = directory.resolve("result.json");
        String written = new JsonRenderer().render(Reports.violated().build());
        Files.writeString(file, written.replace("\"failed\" : true,", ""));

        assertThatThrownBy(() -> JsonSummary.read(file))
                .isInstanceOf(IOException.class)
                .hasMessage("failed must be true or false, but is missing");
    }

    private boolean failing(Reports reports) throws IOException {
        Path file = directory.resolve("result.json");
        Files.writeString(file, new JsonRenderer().render(reports.build()));
        return JsonSummary.read(file).failing();
    }

    @Test
    void callsWhatIsNotStoredNoBaseline() throws IOException {
        Path file = Files.createDirectory(directory.resolve("single")).resolve("result.json");
        Files.writeString(
                file, new JsonRenderer().render(Reports.withoutBaseline().build()));

        assertThat(JsonSummary.read(file).findings())
                .containsExactly(
                        "NO BASELINE: " + FindingText.of(Reports.NOTHING_STORED),
                        "MET: tpot.mean 31.42 ms ≤ 100 ms (n=400, certified)");
    }

    @Test
    void showsDashesWhereNothingWasMeasured() throws IOException {
        Path file = Files.createDirectory(directory.resolve("single")).resolve("result.json");
        Files.writeString(file, new JsonRenderer().render(Reports.error().build()));

        JsonSummary summary = JsonSummary.read(file);

        assertThat(summary.test()).isEqualTo("RagLatencyTest.staysResponsive");
        assertThat(summary.figures().ttftP90()).isEqualTo("–");
        assertThat(summary.figures().errorRate()).isEqualTo("100 %");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "{\"schema\": 2}; schema must be 1, but is 2",
                "[]; schema must be 1, but is missing",
                "{\"schema\": 1}; test must have a class and a method, but is missing",
                "{\"schema\":1,\"test\":{\"class\":\"a\",\"method\":\"b\"},\"verdict\":\"FINE\"};"
                        + " verdict must be one of the known ones, but is \"FINE\""
            })
    void refusesWhatIsNoResult(String json, String message) throws IOException {
        Path file = Files.writeString(directory.resolve("result.json"), json);

        assertThatThrownBy(() -> JsonSummary.read(file))
                .isInstanceOf(IOException.class)
                .hasMessage(message);
    }

    @Test
    void refusesHalfAFile() throws IOException {
        Path file = Files.writeString(directory.resolve("result.json"), "{\"schema\": 1, \"te");

        assertThatThrownBy(() -> JsonSummary.read(file)).isInstanceOf(IOException.class);
    }
}
