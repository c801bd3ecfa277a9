package io.github.llmperf.build.history;

import io.github.llmperf.baseline.BaselineHistory;
import io.github.llmperf.baseline.BaselineRun;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.report.json.JsonSummary;
import io.github.llmperf.report.json.Result;
import io.github.llmperf.report.json.ResultFinding;
import io.github.llmperf.report.matrix.CellResult;
import io.github.llmperf.report.text.FindingCells;
import io.github.llmperf.report.text.Tone;
import io.github.llmperf.verdict.Reference;
import io.github.llmperf.wording.LineWarningText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * One test and cell over all its stored runs and the run of this build.
 *
 * @param summary what this build's run came to
 * @param link to its report
 * @param file where the runs are stored, as the report names it
 * @param history the runs, with this build's where it can be compared
 * @param now id of this build's run; empty where it cannot be compared with others
 * @param trends guarded measures, the worst of this build first
 */
@API(status = Status.INTERNAL, since = "0.1")
public record HistoryCell(
        JsonSummary summary,
        String link,
        String file,
        BaselineHistory history,
        Optional<String> now,
        List<Trend> trends) {

    /**
     * A guarded measure.
     *
     * @param measure what is compared
     * @param tone what this build came to in it; plain where it was not compared
     * @param change relative difference from the stored runs; empty where it was not compared
     */
    record Trend(Measure measure, Tone tone, String change) {}

    /** Copies the list. */
    public HistoryCell {
        trends = List.copyOf(trends);
    }

    /**
     * Puts together what is known of a cell.
     *
     * @param candidate this build's run as a baseline would store it; empty where it may not be stored
     * @return the cell; empty where nothing is stored
     */
    public static Optional<HistoryCell> of(
            JsonSummary summary,
            CellResult result,
            String link,
            BaselineHistory stored,
            Optional<BaselineRun> candidate) {
        if (stored.runs().isEmpty()) {
            return Optional.empty();
        }
        BaselineHistory all = candidate.map(stored::with).orElse(stored);
        return Optional.of(new HistoryCell(
                summary,
                link,
                file(result),
                all,
                candidate.map(BaselineRun::runId),
                trends(result.result(), all.runs())));
    }

    /**
     * Returns where a result says that its baseline lies.
     *
     * @return as it stands there; empty where the run asked for no comparison
     */
    public static String file(CellResult result) {
        return Objects.requireNonNullElse(result.result().baseline().file(), "");
    }

    /** Findings come first, in their order; what is guarded and was not compared follows. */
    private static List<Trend> trends(Result result, List<BaselineRun> runs) {
        Map<Measure, Trend> trends = new LinkedHashMap<>();
        // What cannot be judged is not drawn, and no sign of it stands above the picture either.
        if (result.head().verdict().isJudged()) {
            result.findings().stream()
                    .filter(finding -> finding.comparesWith(Reference.Kind.STORED_RUNS))
                    .map(HistoryCell::trend)
                    .forEach(trend -> trends.putIfAbsent(trend.measure, trend));
        }
        result.guarded().forEach(measure -> trends.putIfAbsent(measure, new Trend(measure, Tone.PLAIN, "")));
        return trends.values().stream()
                .filter(trend ->
                        runs.stream().anyMatch(run -> run.value(trend.measure).isPresent()))
                .toList();
    }

    private static Trend trend(ResultFinding finding) {
        return new Trend(
                Objects.requireNonNull(finding.measure()),
                finding.tone(),
                finding.cells().map(FindingCells::change).orElse(""));
    }

    /** Returns what is to be known before one believes the pictures. */
    List<String> notes() {
        List<String> notes = new ArrayList<>();
        Verdict verdict = summary.verdict();
        if (now.isEmpty()) {
            notes.add("The run of this build is not drawn: it is " + verdict.words()
                    + ", or was not to be compared, and so has no numbers to be stored.");
        }
        history.warnings().stream().map(LineWarningText::of).forEach(notes::add);
        return notes;
    }
}
