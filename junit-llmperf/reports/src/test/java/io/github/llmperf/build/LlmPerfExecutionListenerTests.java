package io.github.llmperf.build;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.plan.Scenario;
import io.github.llmperf.publish.FilesPublisher;
import io.github.llmperf.publish.JUnitPublisher;
import io.github.llmperf.publish.JudgedRun;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.model.ReportBuilder;
import io.github.llmperf.report.model.Reports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.reporting.FileEntry;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

class LlmPerfExecutionListenerTests {

    @TempDir
    Path directory;

    private final List<String> printed = new ArrayList<>();
    private final List<String> commands = new ArrayList<>();
    private final List<String> published = new ArrayList<>();
    private Path output;
    private Path step;

    @BeforeEach
    void choosePlaces() {
        output = directory.resolve("out");
        step = directory.resolve("step.md");
    }

    static class LoadsTestCase {
        @RegisterExtension
        static final AfterEachCallback PUBLISH = LlmPerfExecutionListenerTests::publish;

        @Test
        void passes() {}

        @Test
        void violates() {}
    }

    static class StagesTestCase {
        @RegisterExtension
        static final AfterEachCallback PUBLISH = LlmPerfExecutionListenerTests::publishStages;

        @Test
        void holds() {}
    }

    /** Its load passes, and it does not. */
    static class FailingTestCase {
        @RegisterExtension
        static final AfterEachCallback PUBLISH = LlmPerfExecutionListenerTests::publish;

        @Test
        void passes() {
            throw new AssertionError("the body");
        }
    }

    static class NoLoadsTestCase {
        @Test
        void passes() {}
    }

    private static void publishStages(ExtensionContext context) throws IOException {
        Path output = Path.of(context.getConfigurationParameter("output").orElseThrow());
        for (int stage = 1; stage <= 2; stage++) {
            Report report = (stage == 1 ? Reports.passed() : Reports.violated())
                    .into(output)
                    .of(new Scenario(
                            "com.acme.RagLatencyTest", "holds", Map.of("stage", stage, "users", 20), "stage=" + stage))
                    .build();
            new FilesPublisher().write(report);
            new JUnitPublisher(context).publish(new JudgedRun(report, false));
        }
    }

    private static void publish(ExtensionContext context) throws IOException {
        String method = context.getRequiredTestMethod().getName();
        Path output = Path.of(context.getConfigurationParameter("output").orElseThrow());
        ReportBuilder reports = method.equals("passes") ? Reports.passed() : Reports.violated();
        Report report = reports.into(output)
                .of(new Scenario("com.acme.RagLatencyTest", method, Map.of("users", 20), "users=20"))
                .build();
        if (context.getConfigurationParameter("write").isEmpty()) {
            new FilesPublisher().write(report);
        }
        new JUnitPublisher(context).publish(new JudgedRun(report, false));
    }

    @Test
    void printsOneLinePerCellWorstFirst() {
        run(LoadsTestCase.class, Map.of());

        assertThat(printed)
                .containsExactly(
                        "",
                        "load tests: 1 SLA VIOLATED, 1 PASS",
                        "verdict       test                              ttft p90  tpot p50          output  errors"
                                + "  requests",
                        "SLA VIOLATED  RagLatencyT…t.violates[users=20]  1,518 ms  31.04 ms  476.8 tokens/s  0.75 %"
                                + "       400",
                        "PASS          RagLatencyTest.passes[users=20]   1,518 ms  31.04 ms  476.8 tokens/s  0.75 %"
                                + "       400",
                        "ttft and tpot are those of successful requests; limits on percentiles count failed ones as ∞",
                        "reports: " + output.resolve("index.html"));
    }

    @Test
    void staysWithinOneHundredColumns() {
        run(LoadsTestCase.class, Map.of());

        assertThat(printed)
                .filteredOn(line -> !line.startsWith("reports:"))
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(100));
    }

    @Test
    void rebuildsTheSummaryAndTheStepSummary() {
        run(LoadsTestCase.class, Map.of());
        run(LoadsTestCase.class, Map.of());

        assertThat(output.resolve("summary.md")).content().startsWith("## Load tests: 1 SLA VIOLATED, 1 PASS\n");
        assertThat(step).content().containsOnlyOnce("## Load tests");
    }

    @Test
    void marksAFailureOnceHoweverOftenItIsRunAgain() {
        run(LoadsTestCase.class, Map.of());
        run(LoadsTestCase.class, Map.of());

        assertThat(commands)
                .containsExactly(
                        "::error title=SLA VIOLATED%3A RagLatencyTest.violates[users=20]::ttft.p90 1,551 ms >"
                                + " 1,500 ms (n=400, 3 of them failed and count as ∞; 1,518 ms without failures)%0Areport: out/com.acme.RagLatencyTest/violates/users=20/report.html");
    }

    @Test
    void writesTheIndex() {
        run(LoadsTestCase.class, Map.of());

        assertThat(output.resolve("index.html"))
                .content()
                .contains("Of 2 load tests 1 failed (1 SLA VIOLATED) and 1 passed.");
    }

    @Test
    void saysNothingAboutRunsWithoutLoadTests() {
        run(NoLoadsTestCase.class, Map.of());

        assertThat(printed).isEmpty();
        assertThat(output).doesNotExist();
    }

    @Test
    void tellsTheVerdictsEvenWhereNothingCouldBeWritten() throws IOException {
        Files.writeString(output, "a file where the output should be");

        run(LoadsTestCase.class, Map.of("write", "false"));

        assertThat(printed)
                .contains(
                        "load tests: 1 SLA VIOLATED, 1 PASS",
                        "SLA VIOLATED  RagLatencyTest.violates[users=20]         –         –       –       –         –",
                        "reports: none could be written, see below; what was measured stands in the messages of the"
                                + " tests alone")
                .last()
                .asString()
                .startsWith("summary is incomplete, the verdicts stand: java.nio.file.FileAlreadyExistsException");
    }

    @Test
    void tellsOfAFailedBodyEvenWhereNothingCouldBeWritten() throws IOException {
        Files.writeString(output, "a file where the output should be");

        run(FailingTestCase.class, Map.of("write", "false"));

        assertThat(printed)
                .contains("load tests: 1 TEST FAILED")
                .anyMatch(line ->
                        line.startsWith("TEST FAILED RagLatencyTest.passes[users=20]: the test itself failed: the"
                                + " body; its load: PASS, "));
        assertThat(commands).singleElement().asString().startsWith("::error title=TEST FAILED");
    }

    @Test
    void seesThePublishedFiles() {
        run(LoadsTestCase.class, Map.of());

        assertThat(published)
                .containsExactlyInAnyOrder(
                        "report.html text/html",
                        "result.json application/json",
                        "report.html text/html",
                        "result.json application/json");
    }

    @Test
    void keepsTheFilesAndTheLinesOfStagesApart() {
        run(StagesTestCase.class, Map.of());

        assertThat(published)
                .containsExactlyInAnyOrder(
                        "stage-1-report.html text/html",
                        "stage-1-result.json application/json",
                        "stage-2-report.html text/html",
                        "stage-2-result.json application/json");
        assertThat(printed)
                .contains("load tests: 1 SLA VIOLATED, 1 PASS")
                .anyMatch(line -> line.startsWith("PASS") && line.contains("RagLatencyTest.holds[stage=1]"))
                .anyMatch(line -> line.startsWith("SLA VIOLATED") && line.contains("RagLatencyTest.holds[stage=2]"));
        assertThat(output.resolve("summary.md"))
                .content()
                .contains("RagLatencyTest.holds\\[stage=1\\]", "RagLatencyTest.holds\\[stage=2\\]");
    }

    @Test
    void publishesAgainWhereAnEarlierBuildHasPublished() {
        run(LoadsTestCase.class, Map.of());
        published.clear();

        run(LoadsTestCase.class, Map.of());

        assertThat(published).hasSize(4);
    }

    @Test
    void isFoundByTheLauncher() {
        assertThat(ServiceLoader.load(TestExecutionListener.class).stream().map(ServiceLoader.Provider::type))
                .contains(LlmPerfExecutionListener.class);
    }

    private void run(Class<?> testCase, Map<String, String> parameters) {
        Map<String, String> all = new HashMap<>(parameters);
        all.put("output", output.toString());
        all.put(
                "junit.platform.reporting.output.dir",
                directory.resolve("junit").toString());
        new ListenedBuild(directory, Optional.of(step), printed, commands)
                .run(testCase, all, new TestExecutionListener() {
                    @Override
                    public void fileEntryPublished(TestIdentifier test, FileEntry file) {
                        published.add(file.getPath().getFileName() + " "
                                + file.getMediaType().orElse(""));
                    }
                });
    }
}
