package io.github.llmperf.report.text;

import io.github.llmperf.metric.Verdict;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.model.SafeText;
import io.github.llmperf.verdict.Uncompared;
import io.github.llmperf.wording.FindingText;
import io.github.llmperf.wording.ReasonText;
import io.github.llmperf.wording.SensitivityWarningText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * What a failed or aborted load test says: the verdict in its first line, a table of what was required and measured,
 * where the report lies, and what to do.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class FailureMessage {

    /** Of a test that only the gate fails, since a guarded measure was compared with nothing. */
    public static final String NOT_COMPARED = "NOT COMPARED";

    private FailureMessage() {}

    /**
     * Returns the message.
     *
     * @param html where its report was written
     * @return several lines; table lines have at most {@value TextTable#MOST_COLUMNS} columns
     */
    public static String of(Report report, Path html) {
        SafeText safe = new SafeText(report);
        List<String> lines = new ArrayList<>();
        lines.add(firstLine(report));
        List<String> search = CapacityTable.lines(report);
        if (!search.isEmpty()) {
            lines.add("");
            lines.addAll(search);
        }
        List<FindingRow> rows = FindingRow.rows(report.judgement());
        if (!rows.isEmpty()) {
            lines.add("");
            table(rows, ReferenceName.heading(report)).forEach(line -> lines.add(safe.of(line)));
        }
        List<String> sentences = FindingRow.sentences(report.judgement()).stream()
                .filter(finding -> !ReasonText.tells(report.judgement(), finding))
                .map(finding -> "- " + VisibleText.text(safe.of(FindingText.of(finding))))
                .toList();
        if (!sentences.isEmpty()) {
            lines.add("");
            lines.addAll(sentences);
        }
        SensitivityWarningText.of(report.judgement())
                .ifPresent(warning -> lines.addAll(List.of("", "warning: " + warning)));
        lines.add("");
        lines.add("report: " + VisibleText.text(safe.of(html.toString())));
        String wayOut = NextStep.of(report);
        if (!wayOut.isEmpty()) {
            lines.add("next:   " + wayOut);
        }
        return lines.stream().map(LogLine::defused).collect(Collectors.joining("\n"));
    }

    /**
     * Returns the verdict in one line: its words, the scenario, and the reason with its numbers.
     *
     * @return such as {@code REGRESSION: RagLatencyTest.staysResponsive: ttft.p50 rose by 23 %}
     */
    public static String firstLine(Report report) {
        return words(report) + ": "
                + VisibleText.text(report.plan().scenario().displayName()) + ": "
                + VisibleText.text(new SafeText(report).of(uncompared(report) + report.reason()));
    }

    private static String words(Report report) {
        Verdict verdict = report.judgement().verdict();
        return report.isFailedByGate() && (verdict == Verdict.PASS || verdict == Verdict.IMPROVED)
                ? NOT_COMPARED
                : verdict.words();
    }

    /** What the gate misses is a part of the verdict's own reason only where the run is undecided for it. */
    private static String uncompared(Report report) {
        return report.isFailedByGate() && report.judgement().verdict() != Verdict.UNDECIDED
                ? Uncompared.in(report.judgement()).stream()
                        .map(finding -> FindingText.of(finding) + "; ")
                        .collect(Collectors.joining())
                : "";
    }

    private static List<String> table(List<FindingRow> rows, String reference) {
        boolean compared = rows.stream().anyMatch(row -> !row.cells().baseline().isEmpty());
        TextTable table = compared
                ? new TextTable("", "measure", "required", "measured", reference, "Δ", "90 % interval", "n")
                : new TextTable("", "measure", "required", "measured", "n");
        for (FindingRow row : rows) {
            List<String> cells = new ArrayList<>();
            cells.add(row.tone().sign());
            cells.add(row.cells().measure());
            cells.add(row.cells().required());
            cells.add(row.cells().measured());
            if (compared) {
                cells.add(dash(row.cells().baseline()));
                cells.add(dash(row.cells().change()));
                cells.add(dash(row.cells().interval()));
            }
            cells.add(row.n());
            table.row(cells.toArray(String[]::new));
            if (!row.cells().withoutFailures().isEmpty()) {
                table.below("(" + row.cells().withoutFailures() + ")");
            }
        }
        return table.wrappingNames().lines();
    }

    private static String dash(String cell) {
        return cell.isEmpty() ? "–" : cell;
    }
}
