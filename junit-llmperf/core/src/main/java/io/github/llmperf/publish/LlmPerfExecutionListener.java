package io.github.llmperf.publish;

import io.github.llmperf.load.NanoClock;
import io.github.llmperf.report.JsonSummary;
import io.github.llmperf.report.Visible;
import io.github.llmperf.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Tells all load tests of a test plan when it ends: rebuilds the summary and prints the table. Learns of them from the
 * entries that {@link JUnitPublisher} publishes, so plans without load tests print nothing. Found by the launcher by
 * itself.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class LlmPerfExecutionListener implements TestExecutionListener {

    private final Map<String, Map<String, String>> entries = new ConcurrentHashMap<>();
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
    }

    @Override
    public void reportingEntryPublished(TestIdentifier test, ReportEntry entry) {
        Map<String, String> values = entry.getKeyValuePairs();
        String result = values.get(JUnitPublisher.RESULT);
        if (result != null && values.containsKey(JUnitPublisher.OUTPUT)) {
            entries.put(result, new LinkedHashMap<>(values));
        }
    }

    @Override
    public void testPlanExecutionFinished(TestPlan testPlan) {
        Set<String> outputs = new TreeSet<>();
        entries.values().forEach(values -> outputs.add(values.getOrDefault(JUnitPublisher.OUTPUT, "")));
        outputs.forEach(output -> tell(Path.of(output), ofOutput(output)));
        entries.clear();
    }

    private List<Map<String, String>> ofOutput(String output) {
        return entries.values().stream()
                .filter(values -> output.equals(values.get(JUnitPublisher.OUTPUT)))
                .toList();
    }

    private void tell(Path output, List<Map<String, String>> ran) {
        SummaryFile file = new SummaryFile(output, clock);
        List<String> problems = new ArrayList<>();
        try {
            SummaryFile.Summary summary = file.rebuild(all -> AllurePublisher.publishRun(all, problems));
            summary.damaged().forEach(sentence -> problems.add("not readable: " + Visible.text(sentence)));
            stepSummary.write(output, summary);
        } catch (IOException | RuntimeException e) {
            problems.add("summary is incomplete, the verdicts stand: " + Visible.text(e.toString()));
        }
        List<JsonSummary> rows = ran.stream().map(LlmPerfExecutionListener::row).toList();
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.addAll(ConsoleTable.of(rows, file.index().toAbsolutePath().normalize()));
        lines.addAll(problems);
        console.print(lines);
        annotations.print(output, rows);
    }

    /** What was written, or where nothing could be, what the test itself said. */
    private static JsonSummary row(Map<String, String> said) {
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
        return new JsonSummary(result, test, verdict, reason, "–", "–", "–", "–", 0, List.of(), "");
    }
}
