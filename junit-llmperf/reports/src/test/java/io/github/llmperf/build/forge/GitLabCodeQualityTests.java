package io.github.llmperf.build.forge;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.build.SummaryFile;
import io.github.llmperf.clock.NanoClock;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.plan.Scenario;
import io.github.llmperf.publish.FilesPublisher;
import io.github.llmperf.report.model.ReportBuilder;
import io.github.llmperf.report.model.Reports;
import io.github.llmperf.verdict.Findings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GitLabCodeQualityTests {

    private static final Pattern FINGERPRINT = Pattern.compile("\"fingerprint\" : \"([0-9a-f]{32})\"");

    @TempDir
    Path checkout;

    @Test
    void tellsWhatGitLabAsksFor() throws IOException {
        Path source = checkout.resolve("src/test/java/com/acme/RagLatencyTest.java");
        Files.createDirectories(source.getParent());
        Files.writeString(source, "package com.acme;\nclass RagLatencyTest {\n    void slow() {}\n}\n");
        publish(Reports.regression(), "slow");
        publish(Reports.passed(), "fine");

        assertThat(written().replaceAll("[0-9a-f]{32}", "FINGERPRINT"))
                .isEqualTo(
                        """
                        [ {
                          "description" : "REGRESSION: RagLatencyTest.slow: ttft.p50 811 ms against 660.2 ms, \
                        +23 % (90 % interval +18 % to +28 %; n=397, 8 stored runs)",
                          "check_name" : "llmperf-regression",
                          "fingerprint" : "FINGERPRINT",
                          "severity" : "major",
                          "location" : {
                            "path" : "src/test/java/com/acme/RagLatencyTest.java",
                            "lines" : {
                              "begin" : 3
                            }
                          }
                        } ]
                        """);
    }

    @Test
    void keepsTheFingerprintOfAFindingWhateverItsNumbers() throws IOException {
        publish(Reports.regression(), "slow");
        String first = fingerprint();
        publish(
                Reports.regression()
                        .withFindings(
                                List.of(Findings.comparison("ttft.p50", Verdict.REGRESSION, 658, 987, .5, .4, .6))),
                "slow");

        assertThat(fingerprint()).isEqualTo(first);

        publish(Reports.violated(), "slow");
        assertThat(fingerprint()).isNotEqualTo(first);
    }

    @Test
    void namesAPathWhereTheSourceIsNotFound() throws IOException {
        publish(Reports.error(), "down");

        assertThat(written())
                .contains("\"path\" : \"src/test/java/com/acme/RagLatencyTest.java\"", "\"severity\" : \"blocker\"");
    }

    @Test
    void saysThatThereIsNothing() throws IOException {
        publish(Reports.passed(), "fine");

        assertThat(written()).isEqualTo("[ ]\n");
    }

    @Test
    void writesNothingElsewhere() throws IOException {
        publish(Reports.regression(), "slow");
        new SummaryFile(output(), NanoClock.SYSTEM, new GitLabCodeQuality(Map.of(), checkout)).rebuild();

        assertThat(output().resolve(GitLabCodeQuality.FILE)).doesNotExist();
    }

    private String fingerprint() throws IOException {
        Matcher found = FINGERPRINT.matcher(written());
        assertThat(found.find()).isTrue();
        return found.group(1);
    }

    private String written() throws IOException {
        Map<String, String> variables = Map.of("GITLAB_CI", "true", "CI_PROJECT_DIR", checkout.toString());
        new SummaryFile(output(), NanoClock.SYSTEM, new GitLabCodeQuality(variables, checkout)).rebuild();
        return Files.readString(output().resolve(GitLabCodeQuality.FILE));
    }

    private Path output() {
        return checkout.resolve("target/llmperf");
    }

    private void publish(ReportBuilder reports, String method) throws IOException {
        new FilesPublisher()
                .write(reports.into(output())
                        .of(new Scenario("com.acme.RagLatencyTest", method, Map.of(), Scenario.SINGLE))
                        .build());
    }
}
