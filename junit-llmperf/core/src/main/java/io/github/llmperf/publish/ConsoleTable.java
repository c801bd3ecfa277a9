package io.github.llmperf.publish;

import io.github.llmperf.report.JsonSummary;
import io.github.llmperf.report.MarkdownSummary;
import io.github.llmperf.report.TextTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The table at the end of a test run: one line per cell, worst first, at most 100 columns. */
final class ConsoleTable {

    private ConsoleTable() {}

    static List<String> of(List<JsonSummary> rows, Path summary) {
        List<String> lines = new ArrayList<>();
        lines.add("load tests: " + MarkdownSummary.outline(rows));
        TextTable table = new TextTable("verdict", "test", "ttft p90", "tpot p50", "output", "errors", "requests");
        rows.stream()
                .sorted(JsonSummary.WORST_FIRST)
                .forEach(row -> table.row(
                        row.verdict().words(),
                        row.test(),
                        row.ttftP90(),
                        row.tpotP50(),
                        row.tokenRate(),
                        row.errorRate(),
                        Long.toString(row.requests())));
        lines.addAll(table.lines());
        lines.add("summary: " + summary);
        return lines;
    }
}
