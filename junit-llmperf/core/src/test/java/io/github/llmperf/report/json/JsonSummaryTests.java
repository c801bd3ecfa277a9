package io.github.llmperf.report.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.llmperf.metric.Verdict;
import io.github.llmperf.plan.Scenario;
import io.github.llmperf.report.model.ReportBuilder;
import io.github.llmperf.report.model.Reports;
import io.github.llmperf.wording.FindingText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
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
        String broken =
                "ttft.p90 1,551 ms > 1,500 ms (n=400, 3 of them failed and count as ∞; 1,518 ms without failures)";

        assertThat(JsonSummary.read(file))
                .usingRecursiveComparison()
                .ignoringFields("scenario", "findings.key")
                .isEqualTo(new JsonSummary(
                        file,
                        "RagLatencyTest.staysResponsive[users=20]",
                        TestStatus.of(Verdict.SLA_VIOLATED, broken),
                        new KeyFigures(
                                OptionalDouble.of(1517.567),
                                OptionalDouble.of(31.039),
                                OptionalDouble.of(476.792944),
                                OptionalDouble.of(0.75),
                                400),
                        new JsonSummary.Findings(
                                java.util.List.of(
                                        "BROKEN: " + broken,
                                        "MET: load generator kept up: the client added 0.41 ms to ttft (p99 1.9 ms), 0.81 ms to"
                                                + " gaps (p99), requests were 0 ms late (p99), allowed 75.88 ms; process CPU 6.2 %",
                                        "MET: tpot.mean 31.16 ms ≤ 100 ms (n=397)",
                                        "MET: errorRate 0.75 % ≤ 1 % (3 of 400)"),
                                Optional.empty(),
                                0,
                                ""),
                        "2026-03-02T10:15:30Z",
                        Optional.empty(),
                        Optional.empty()));
    }

    @Test
    void knowsTestCellAndTheFindingThatDecides() throws IOException {
        Path file = Files.createDirectory(directory.resolve("users=20")).resolve("result.json");
        Files.writeString(file, new JsonRenderer().render(Reports.violated().build()));

        JsonSummary summary = JsonSummary.read(file);

        assertThat(summary.scenario().map(Scenario::className)).contains("com.acme.RagLatencyTest");
        assertThat(summary.method()).isEqualTo("RagLatencyTest.staysResponsive");
        assertThat(summary.cell()).isEqualTo("users=20");
        assertThat(summary.findings().key().map(key -> key.cells().measure())).contains("ttft.p90");
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

    private boolean failing(ReportBuilder reports) throws IOException {
        Path file = directory.resolve("result.json");
        Files.writeString(file, new JsonRenderer().render(reports.build()));
        return JsonSummary.read(file).failing();
    }

    @Test
    void callsWhatIsNotStoredNoBaseline() throws IOException {
        Path file = Files.createDirectory(directory.resolve("single")).resolve("result.json");
        Files.writeString(
                file, new JsonRenderer().render(Reports.withoutBaseline().build()));

        assertThat(JsonSummary.read(file).findings().texts())
                .containsExactly(
                        "NO BASELINE: " + FindingText.of(Reports.NOTHING_STORED),
                        "MET: load generator kept up: the client added 0.41 ms to ttft (p99 1.9 ms), 0.81 ms to gaps (p99),"
                                + " requests were 0 ms late (p99), allowed 375.5 ms; process CPU 6.2 %",
                        "MET: tpot.mean 31.16 ms ≤ 100 ms (n=397)",
                        "MET: errorRate 0.75 % ≤ 1 % (3 of 400)");
    }

    @Test
    void showsDashesWhereNothingWasMeasured() throws IOException {
        Path file = Files.createDirectory(directory.resolve("single")).resolve("result.json");
        Files.writeString(file, new JsonRenderer().render(Reports.error().build()));

        JsonSummary summary = JsonSummary.read(file);

        assertThat(summary.test()).isEqualTo("RagLatencyTest.staysResponsive");
        assertThat(summary.figures().ttft()).isEqualTo("–");
        assertThat(summary.figures().errors()).isEqualTo("100 %");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "{\"schema\": 2}; schema must be 1, but is 2",
                "[]; schema must be 1, but is missing",
                "{\"schema\": 1}; $schema must be a text, but is missing"
            })
    void refusesWhatIsNoResult(String json, String message) throws IOException {
        Path file = Files.writeString(directory.resolve("result.json"), json);

        assertThatThrownBy(() -> JsonSummary.read(file))
                .isInstanceOf(IOException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "\"verdict\" : \"SLA_VIOLATED\"; \"verdict\" : \"FINE\"; verdict must be one of IMPROVED, PASS,"
                        + " NO_BASELINE, UNDECIDED, REGRESSION, SLA_VIOLATED, INVALID, ERROR, but is \"FINE\"",
                "\"decidedBy\" : 0; \"decidedBy\" : 4; decidedBy must be the place of one of 4 findings, but is 4",
                "\"limit\" : 1500; \"limit\" : \"slow\"; findings[0].limit must be a number, but is \"slow\"",
                "\"measure\" : \"ttft.p90\"; \"measure\" : 7; findings[0].measure must be a measure, but is 7",
                "\"kind\" : \"SLA\",; ``; findings[0].kind must be one of SLA, REGRESSION, BASELINE, HEALTH, OVERRUN,"
                        + " CAPACITY, ERROR, NOTE, but is missing",
                "\"limit\" : 1500,; ``; findings[0].limit must be a number, but is missing",
                "\"runsNeeded\" : null,; ``; findings[0].runsNeeded must be a number, but is missing",
                "\"inFlightAtEnd\" :; \"inFlightAtEnd\" : null, \"other\" :; requests.inFlightAtEnd must be a number, but is null"
            })
    void namesTheKeyAndWhatItMustBe(String part, String other, String message) throws IOException {
        String written = new JsonRenderer().render(Reports.violated().build());
        assertThat(written).contains(part);
        Path file =
                Files.writeString(directory.resolve("result.json"), written.replaceFirst(Pattern.quote(part), other));

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
