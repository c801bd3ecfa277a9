package io.github.llmperf.build;

import io.github.llmperf.build.page.FalseAlarmsOfBuild;
import io.github.llmperf.build.page.MarkdownSummary;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.report.json.JsonSummary;
import io.github.llmperf.report.json.KeyFigures;
import io.github.llmperf.report.json.NotRun;
import io.github.llmperf.report.text.TextTable;
import io.github.llmperf.report.text.VisibleText;
import io.github.llmperf.wording.Figures;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** The table at the end of a test run: one line per cell, worst first, at most 100 columns. */
@API(status = Status.INTERNAL, since = "0.1")
public final class ConsoleTable {

    private static final Set<Verdict> QUIET = Set.of(Verdict.INVALID, Verdict.UNDECIDED, Verdict.NO_BASELINE);
    private static final Set<Verdict> UNJUDGED = Set.of(Verdict.INVALID, Verdict.NO_BASELINE);
    private static final int MOST_REASONS = 10;
    private static final int LONGEST_REASON = 400;

    private ConsoleTable() {}

    public static List<String> of(List<JsonSummary> rows, Path index) {
        return of(rows, List.of(), 0, false, "reports: " + index);
    }

    /**
     * Makes the table for a test plan.
     *
     * @param skipped those that were skipped before their load
     * @param gate whether the gate is on, which fails what is not judged
     * @param last where the reports are
     */
    public static List<String> of(
            List<JsonSummary> rows, List<NotRun> skipped, int damaged, boolean gate, String last) {
        List<String> lines = new ArrayList<>();
        lines.add("load tests: " + MarkdownSummary.outline(rows, skipped.size(), damaged));
        if (!rows.isEmpty()) {
            lines.addAll(table(rows));
        }
        if (rows.stream().anyMatch(row -> row.figures().hasFailures())) {
            lines.add("ttft and tpot are those of successful requests; limits on percentiles count failed ones as ∞");
        }
        lines.addAll(quietReasons(rows));
        lines.addAll(skipped(skipped));
        lines.addAll(warnings(rows));
        FalseAlarmsOfBuild.of(rows).ifPresent(lines::add);
        if (!gate) {
            notJudged(rows, skipped).ifPresent(lines::add);
        }
        lines.add(last);
        return lines;
    }

    /** What passes without a judgement looks like success to everyone who does not read the table. */
    private static Optional<String> notJudged(List<JsonSummary> rows, List<NotRun> skipped) {
        List<JsonSummary> open = rows.stream()
                .filter(row -> !row.failing())
                .filter(row ->
                        UNJUDGED.contains(row.verdict()) || !row.standing().isByVerdict())
                .toList();
        int tests = open.size() + skipped.size();
        return tests == 0
                ? Optional.empty()
                : Optional.of("not judged: " + tests + " of " + Figures.count(rows.size() + skipped.size(), "load test")
                        + " (" + MarkdownSummary.outline(open, skipped.size(), 0)
                        + "); with -Dllmperf.gate=true they fail the build");
    }

    private static List<String> skipped(List<NotRun> skipped) {
        List<String> lines = new ArrayList<>();
        skipped.stream()
                .limit(MOST_REASONS)
                .forEach(test -> lines.add("SKIPPED " + VisibleText.text(test.sentence(), LONGEST_REASON)));
        if (skipped.size() > MOST_REASONS) {
            lines.add("and " + (skipped.size() - MOST_REASONS) + " more skipped: see the index");
        }
        return lines;
    }

    private static List<String> table(List<JsonSummary> rows) {
        TextTable table = new TextTable("verdict", "test", "ttft p90", "tpot p50", "output", "errors", "requests");
        rows.stream()
                .sorted(JsonSummary.WORST_FIRST)
                .forEach(row -> table.row(
                        row.words(),
                        row.test(),
                        row.figures().ttft(),
                        row.figures().tpot(),
                        row.figures().output(),
                        row.figures().errors(),
                        row.figures().requests() == KeyFigures.UNKNOWN
                                ? "–"
                                : Long.toString(row.figures().requests())));
        return table.lines();
    }

    private static List<String> warnings(List<JsonSummary> rows) {
        List<JsonSummary> warned = rows.stream()
                .filter(row -> !row.findings().warning().isEmpty())
                .sorted(JsonSummary.WORST_FIRST)
                .toList();
        List<String> lines = new ArrayList<>();
        warned.stream()
                .limit(MOST_REASONS)
                .forEach(row -> lines.add("WARNING " + row.test() + ": "
                        + VisibleText.text(row.findings().warning(), LONGEST_REASON)));
        if (warned.size() > MOST_REASONS) {
            lines.add("and " + (warned.size() - MOST_REASONS) + " more warnings: see the reports");
        }
        return lines;
    }

    /** Failures are told by the build tool; what passes or is skipped with a reservation would otherwise go unread. */
    private static List<String> quietReasons(List<JsonSummary> rows) {
        List<JsonSummary> quiet = rows.stream()
                .filter(row -> QUIET.contains(row.verdict())
                        || row.isAccepted()
                        || !row.standing().isByVerdict()
                        || !row.hasReport())
                .sorted(JsonSummary.WORST_FIRST)
                .toList();
        List<String> lines = new ArrayList<>();
        quiet.stream()
                .limit(MOST_REASONS)
                .forEach(row -> lines.add(
                        row.words() + " " + row.test() + ": " + VisibleText.text(row.reason(), LONGEST_REASON)));
        if (quiet.size() > MOST_REASONS) {
            lines.add("and " + (quiet.size() - MOST_REASONS) + " more: see the reports");
        }
        return lines;
    }
}
