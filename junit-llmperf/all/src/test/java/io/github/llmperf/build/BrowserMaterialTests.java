package io.github.llmperf.build;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.allure.AllureRun;
import io.github.llmperf.allure.AllureRunFiles;
import io.github.llmperf.allure.AllureTest;
import io.github.llmperf.clock.NanoClock;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.plan.Scenario;
import io.github.llmperf.plan.Target;
import io.github.llmperf.publish.FilesPublisher;
import io.github.llmperf.publish.JudgedRun;
import io.github.llmperf.publish.ResultFiles;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.model.ReportBuilder;
import io.github.llmperf.report.model.Reports;
import io.github.llmperf.report.text.FailureMessage;
import io.github.llmperf.verdict.Findings;
import io.qameta.allure.AllureLifecycle;
import io.qameta.allure.FileSystemResultsWriter;
import io.qameta.allure.model.Parameter;
import io.qameta.allure.model.Status;
import io.qameta.allure.model.StatusDetails;
import io.qameta.allure.model.TestResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Leaves pages in {@code target/browser} that the tests of the module {@code browser} open: each verdict, hostile content,
 * and the results of two builds for Allure. What can be said without a browser is said here.
 */
class BrowserMaterialTests {

    private static final Path ROOT = Path.of("target/browser");
    private static final String CLASS = "com.acme.RagLatencyTest";

    /** Ends the run of a script, an attribute and a style sheet, turns lines around, and names files elsewhere. */
    private static final String HOSTILE = "<script>alert('llmperf')</script>\"><img src=x onerror=alert('llmperf')>"
            + "</style></svg>\u202e../../etc/passwd\u0000\u2066 javascript:alert('llmperf')";

    @Test
    void leavesAPageOfEachVerdict() throws IOException {
        Path output = emptied("verdicts");
        Map<String, ReportBuilder> all = new LinkedHashMap<>();
        all.put("passed", Reports.passed());
        all.put("regression", Reports.regression());
        all.put("violated", Reports.violated());
        all.put("undecided", Reports.undecided());
        all.put("withoutBaseline", Reports.withoutBaseline());
        all.put("invalid", Reports.invalid());
        all.put("error", Reports.error());
        for (Map.Entry<String, ReportBuilder> one : all.entrySet()) {
            Scenario scenario = new Scenario(CLASS, one.getKey(), Map.of("users", 20), "users=20");
            new FilesPublisher().write(one.getValue().into(output).of(scenario).build());
        }

        assertThat(new SummaryFile(output, NanoClock.SYSTEM).rebuild().rows()).hasSize(7);
    }

    @Test
    void leavesHostileContentThatStaysInsideItsDirectory() throws IOException {
        Path output = emptied("hostile");
        Report report = hostile().into(output).build();

        new FilesPublisher().write(report);

        assertThat(new SummaryFile(output, NanoClock.SYSTEM).rebuild().rows()).hasSize(1);
        assertThat(ROOT.resolve("passwd")).doesNotExist();
        Path page = ResultFiles.forScenario(output, report.plan().scenario()).html();
        assertThat(page.toRealPath()).startsWith(output.toRealPath());
        assertThat(Files.readString(page)).doesNotContain("<script", "<img", "\u202e", "\u2066", "\u0000");
        assertThat(Files.size(page)).isLessThan(500_000);
    }

    @Test
    void leavesTheResultsOfTwoBuildsForAllure() throws IOException {
        Path results = emptied("allure");
        build(results.resolve("build-1"), "2026-03-01T10:16:41Z", Verdict.PASS);
        build(results.resolve("build-2"), "2026-03-02T10:16:41Z", Verdict.REGRESSION);

        assertThat(historyIds(results.resolve("build-2")))
                .hasSize(4)
                .containsExactlyElementsOf(historyIds(results.resolve("build-1")));
    }

    private static ReportBuilder hostile() {
        Target target = Target.at("http://localhost:8000").withModel(HOSTILE.replace("\u0000", ""));
        return Reports.violated()
                .of(target.withName("a name"))
                .of(new Scenario(
                        "../../com.acme.Hostile" + HOSTILE, "../" + HOSTILE, Map.of("users", HOSTILE), HOSTILE))
                .withFindings(List.of(
                        Findings.broken("ttft.p90 <= 1500ms", 1671),
                        Findings.comparison("ttft.p50", Verdict.REGRESSION, 658, 812, .234, .151, .324)
                                .acceptedFor(HOSTILE + HOSTILE.repeat(10_000)),
                        Findings.note(HOSTILE),
                        Findings.notComparable(HOSTILE + "x".repeat(1_000_000))))
                .failingWith(HOSTILE + "y".repeat(1_000_000))
                .answering(HOSTILE + "z".repeat(1_000_000))
                .commit(HOSTILE);
    }

    /** Two cells, a test with two stages, and a hostile one. */
    private static void build(Path results, String at, Verdict verdict) throws IOException {
        Clock clock = Clock.fixed(Instant.parse(at), ZoneOffset.UTC);
        Path output = results.resolveSibling(results.getFileName() + "-files");
        for (int users : new int[] {20, 40}) {
            ReportBuilder reports = verdict == Verdict.PASS || users == 20 ? Reports.passed() : Reports.regression();
            Map<String, Object> cell = Map.of("users", users);
            publish(results, clock, List.of(reports.of(new Scenario(CLASS, "matrix", cell, "users=" + users))), output);
        }
        publish(results, clock, List.of(stage(1, Reports.passed()), stage(2, Reports.violated())), output);
        publish(results, clock, List.of(hostile()), output);
        new AllureRun(results).write(new SummaryFile(output, NanoClock.SYSTEM).rebuild());
    }

    private static ReportBuilder stage(int number, ReportBuilder reports) {
        Map<String, Object> cell = new LinkedHashMap<>();
        cell.put("stage", number);
        cell.put("users", 10 * number);
        cell.put("prompt", "rag");
        return reports.of(new Scenario(CLASS, "stages", cell, "stage=" + number));
    }

    private static void publish(Path results, Clock clock, List<ReportBuilder> all, Path output) throws IOException {
        AllureLifecycle lifecycle = new AllureLifecycle(new FileSystemResultsWriter(results));
        String id = UUID.randomUUID().toString();
        List<Report> reports = all.stream().map(one -> one.into(output).build()).toList();
        Scenario scenario = reports.get(0).plan().scenario();
        List<Parameter> parameters = new ArrayList<>(
                List.of(new Parameter().setName("UniqueId").setValue("[invocation:#" + scenario.cellName() + "]")));
        lifecycle.scheduleTestCase(new TestResult()
                .setUuid(id)
                .setName(scenario.displayName())
                .setFullName(scenario.className() + "." + scenario.methodName())
                .setTestCaseId("[class:" + scenario.className() + "]/[test-template:" + scenario.methodName() + "()]")
                .setParameters(parameters));
        lifecycle.startTestCase(id);
        List<String> messages = new ArrayList<>();
        for (Report report : reports) {
            new FilesPublisher().write(report);
            new AllureTest(lifecycle, new AllureRunFiles(results, build(clock)), false, clock)
                    .publish(new JudgedRun(report, false));
            if (report.isFailed()) {
                messages.add(FailureMessage.of(report, Path.of("report.html")));
            }
        }
        lifecycle.updateTestCase(test -> end(test, messages, clock));
        lifecycle.stopTestCase(id);
        lifecycle.writeTestCase(id);
    }

    /** As the test framework and Allure do it. */
    private static void end(TestResult test, List<String> messages, Clock clock) {
        test.setStatus(messages.isEmpty() ? Status.PASSED : Status.FAILED);
        if (!messages.isEmpty()) {
            test.setStatusDetails(new StatusDetails().setMessage(String.join("\n\n", messages)));
        }
        String result = "result of " + clock.instant();
        test.getParameters().add(new Parameter().setName("result").setValue(result));
    }

    private static Map<String, String> build(Clock clock) {
        String number = Integer.toString(clock.instant().atZone(ZoneOffset.UTC).getDayOfMonth());
        return Map.of("GITLAB_CI", "true", "CI_JOB_URL", "", "CI_PIPELINE_IID", number, "CI_JOB_NAME", "nightly");
    }

    private static List<String> historyIds(Path results) throws IOException {
        List<String> ids = new ArrayList<>();
        try (Stream<Path> files = Files.list(results)) {
            for (Path file :
                    files.filter(f -> f.toString().endsWith("-result.json")).toList()) {
                String text = Files.readString(file);
                ids.add(text.replaceAll("(?s).*\"historyId\"\\s*:\\s*\"([^\"]*)\".*", "$1"));
            }
        }
        ids.sort(String::compareTo);
        return ids;
    }

    private static Path emptied(String name) throws IOException {
        Path directory = ROOT.resolve(name);
        if (Files.exists(directory)) {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                    Files.delete(file);
                }
            }
        }
        return Files.createDirectories(directory);
    }
}
