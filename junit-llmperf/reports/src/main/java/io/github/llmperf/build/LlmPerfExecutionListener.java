package io.github.llmperf.build;

import io.github.llmperf.build.forge.GitHubAnnotations;
import io.github.llmperf.build.forge.GitHubStepSummary;
import io.github.llmperf.build.page.Summary;
import io.github.llmperf.clock.NanoClock;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.publish.BuildName;
import io.github.llmperf.publish.Console;
import io.github.llmperf.publish.JUnitPublisher;
import io.github.llmperf.publish.ResultFiles;
import io.github.llmperf.report.json.JsonSummary;
import io.github.llmperf.report.json.KeyFigures;
import io.github.llmperf.report.json.NotRun;
import io.github.llmperf.report.json.TestStatus;
import io.github.llmperf.report.text.VisibleText;
import io.github.llmperf.settings.ConfigurationKeys;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Reports all load tests of a test plan when it ends: rebuilds the summary and prints the table. Learns of them from
 * the entries that {@link JUnitPublisher} publishes, so plans without load tests print nothing. Found by the launcher
 * by itself.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class LlmPerfExecutionListener implements TestExecutionListener {

    /** Of an entry, beside what it says: what JUnit knows its test by. */
    private static final String ID = "id";

    private static final String NOT_WRITTEN =
            "reports: none could be written, see below; what was measured stands in the messages of the tests alone";

    private final Map<String, Map<String, String>> entries = new ConcurrentHashMap<>();
    private final MissedLoads loads = new MissedLoads();
    private final Console console;
    private final GitHubStepSummary stepSummary;
    private final GitHubAnnotations annotations;
    private final NanoClock clock;

    /** Called by the launcher. */
    public LlmPerfExecutionListener() {
        this(Console.STANDARD, GitHubStepSummary.ofEnvironment(), GitHubAnnotations.ofEnvironment(), NanoClock.SYSTEM);
    }

    LlmPerfExecutionListener(
            Console console, GitHubStepSummary stepSummary, GitHubAnnotations annotations, NanoClock clock) {
        this.console = console;
        this.stepSummary = stepSummary;
        this.annotations = annotations;
        this.clock = clock;
    }

    @Override
    public void testPlanExecutionStarted(TestPlan testPlan) {
        entries.clear();
        loads.clear();
    }

    @Override
    public void reportingEntryPublished(TestIdentifier test, ReportEntry entry) {
        Map<String, String> values = entry.getKeyValuePairs();
        String result = values.get(JUnitPublisher.RESULT);
        if (result != null && values.containsKey(JUnitPublisher.OUTPUT)) {
            Map<String, String> said = new LinkedHashMap<>(values);
            said.put(ID, test.getUniqueId());
            entries.put(result, said);
            loads.told(test);
        }
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        loads.skipped(test, reason);
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        loads.ended(test, result);
    }

    @Override
    public void testPlanExecutionFinished(TestPlan testPlan) {
        if (entries.isEmpty() && MissedLoads.loadTests(testPlan).isEmpty()) {
            return;
        }
        boolean gate = isGateOn(testPlan);
        List<NotRun> all = loads.of(testPlan, Instant.now(), BuildName.current());
        List<NotRun> missed =
                gate ? all.stream().map(LlmPerfExecutionListener::failed).toList() : all;
        Path own = output(testPlan);
        Set<Path> outputs = new TreeSet<>();
        entries.values().forEach(values -> outputs.add(Path.of(values.getOrDefault(JUnitPublisher.OUTPUT, ""))));
        if (!missed.isEmpty()) {
            outputs.add(own);
        }
        Set<String> ids = MissedLoads.ids(testPlan);
        outputs.forEach(output ->
                tell(output, ofOutput(output.toString()), output.equals(own) ? missed : List.of(), ids, gate));
        if (gate && all.stream().anyMatch(NotRun::skipped)) {
            console.print(List.of(skippedInSpiteOf(all)));
        }
        entries.clear();
        loads.clear();
    }

    /** A value that is neither has been refused by the tests. */
    private static boolean isGateOn(TestPlan plan) {
        return plan.getConfigurationParameters()
                .get(ConfigurationKeys.GATE)
                .map(text -> text.trim().toLowerCase(Locale.ROOT))
                .filter(Set.of("true", "on")::contains)
                .isPresent();
    }

    /** The gate lets no load test be skipped: every page shows it as failed. */
    private static NotRun failed(NotRun test) {
        return test.skipped()
                ? new NotRun(
                        test.test(),
                        test.id(),
                        false,
                        ConfigurationKeys.GATE + "=true lets no load test be skipped, but this one was: "
                                + test.reason(),
                        test.at(),
                        test.build())
                : test;
    }

    /** JUnit lets nobody fail a test that is disabled, so nothing but these words tells of it here. */
    private static String skippedInSpiteOf(List<NotRun> missed) {
        String tests = missed.stream()
                .filter(NotRun::skipped)
                .map(test -> test.test().displayName())
                .collect(Collectors.joining(", "));
        return "GATE FAILED: skipped " + tests + ". JUnit cannot fail a disabled test, so the build tool may still say"
                + " success: enable it, or leave it out of this build";
    }

    /** Where tests without a result would have left one. */
    private static Path output(TestPlan plan) {
        return plan.getConfigurationParameters()
                .get(JUnitPublisher.OUTPUT)
                .filter(directory -> !directory.isBlank())
                .map(directory -> Path.of(directory.trim()))
                .orElse(ResultFiles.OUTPUT);
    }

    private List<Map<String, String>> ofOutput(String output) {
        return entries.values().stream()
                .filter(values -> output.equals(values.get(JUnitPublisher.OUTPUT)))
                .toList();
    }

    private void tell(Path output, List<Map<String, String>> ran, List<NotRun> missed, Set<String> ids, boolean gate) {
        SummaryFile file = new SummaryFile(output, clock);
        NotRunFiles notRun = new NotRunFiles(output);
        List<String> problems = new ArrayList<>();
        int damaged = 0;
        boolean written = false;
        try {
            notRun.write(missed, ids);
            Summary summary = file.rebuild(all -> problems.addAll(BuildPublishers.publishAll(all)));
            written = true;
            damaged = summary.damaged().size();
            summary.damaged().forEach(sentence -> problems.add("not readable: " + VisibleText.text(sentence)));
            stepSummary.write(output, summary);
        } catch (IOException | RuntimeException e) {
            problems.add("summary is incomplete, the verdicts stand: " + VisibleText.text(e.toString()));
        }
        List<JsonSummary> rows = new ArrayList<>();
        ran.forEach(said -> rows.add(row(said)));
        missed.stream()
                .filter(test -> !test.skipped())
                .forEach(test -> rows.add(JsonSummary.of(test, notRun.place(test))));
        Path index = file.index().toAbsolutePath().normalize();
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.addAll(ConsoleTable.of(
                rows,
                missed.stream().filter(NotRun::skipped).toList(),
                damaged,
                gate,
                written ? "reports: " + index : NOT_WRITTEN));
        lines.addAll(problems);
        console.print(lines);
        annotations.print(output, rows);
    }

    /** What was written, or where nothing could be, what the test itself said. */
    private JsonSummary row(Map<String, String> said) {
        Path result = Path.of(said.getOrDefault(JUnitPublisher.RESULT, ""));
        Verdict verdict = Verdict.valueOf(said.getOrDefault(JUnitPublisher.VERDICT, Verdict.ERROR.name()));
        try {
            JsonSummary written = JsonSummary.read(result);
            if (written.verdict() == verdict) {
                return written;
            }
        } catch (IOException | RuntimeException e) {
            // The problem is named with the summary; here the verdict is what matters.
        }
        String reason = said.getOrDefault(JUnitPublisher.REASON, "");
        String test = said.getOrDefault(JUnitPublisher.TEST, result.toString());
        JsonSummary row = new JsonSummary(
                result,
                test,
                TestStatus.of(verdict, reason),
                KeyFigures.NONE,
                JsonSummary.Findings.NONE,
                "",
                Optional.empty(),
                Optional.empty());
        return loads.failure(said.getOrDefault(ID, "")).map(row::failedBy).orElse(row);
    }
}
