package io.github.llmperf.report.text;

import io.github.llmperf.metric.Measure;
import io.github.llmperf.report.model.CapacityRuns;
import io.github.llmperf.report.model.Report;
import java.util.ArrayList;
import java.util.List;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** A search for the largest load as plain text: a line for each amount that was run. */
@API(status = Status.INTERNAL, since = "0.1")
public final class CapacityTable {

    private CapacityTable() {}

    /**
     * Returns the table.
     *
     * @return its lines, at most {@value TextTable#MOST_COLUMNS} columns wide; none for a load
     */
    public static List<String> lines(Report report) {
        return report.series()
                .search()
                .filter(search -> !search.rows().isEmpty())
                .map(search -> lines(
                        new CapacityFigures(search, report.plan().criteria().limits())))
                .orElse(List.of());
    }

    private static List<String> lines(CapacityFigures figures) {
        List<Measure> measures = figures.measures();
        List<String> headings = new ArrayList<>(List.of("", figures.heading()));
        measures.forEach(measure -> headings.add(measure.toString()));
        headings.addAll(List.of("", "runs"));
        TextTable table = new TextTable(headings.toArray(String[]::new));
        for (CapacityRuns.Row row : figures.rows()) {
            List<String> cells = new ArrayList<>();
            cells.add(figures.tone(row).sign());
            cells.add(figures.plan().number(row.amount()));
            measures.forEach(measure -> cells.add(CapacityFigures.value(row, measure)));
            cells.add(figures.word(row));
            cells.add(Integer.toString(row.directories().size()));
            table.row(cells.toArray(String[]::new));
        }
        return table.lines();
    }
}
