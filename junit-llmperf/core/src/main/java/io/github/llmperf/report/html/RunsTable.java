package io.github.llmperf.report.html;

import io.github.llmperf.baseline.BaselineRun;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.report.model.StoredRun;
import io.github.llmperf.report.svg.Markup;
import io.github.llmperf.wording.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Stored runs in figures.
 *
 * @param measures a column each
 */
@API(status = Status.INTERNAL, since = "0.1")
public record RunsTable(List<Measure> measures) {

    /**
     * A run and its remark.
     *
     * @param note what sets it apart, such as a tag or the reason of an acceptance; empty for nothing
     */
    public record Row(BaselineRun run, String note) {

        /** Describes a run by its stored line and anything else known about it. */
        public static Row of(BaselineRun run, String more) {
            List<String> notes = new ArrayList<>();
            if (!more.isEmpty()) {
                notes.add(more);
            }
            if (run.tag() != null) {
                notes.add("tagged " + run.tag());
            }
            if (run.accepted() != null) {
                notes.add("accepted: " + run.accepted());
            }
            return new Row(run, String.join("; ", notes));
        }
    }

    public Markup draw(List<Row> rows) {
        Markup table = new Markup()
                .open("div", "class", "scroll")
                .open("table")
                .open("thead")
                .open("tr");
        table.element("th", "started", "scope", "col").element("th", "commit", "scope", "col", "class", "left");
        table.element("th", "verdict", "scope", "col", "class", "left");
        for (Measure measure : measures) {
            table.open("th", "scope", "col").text(measure + " ");
            table.element("span", measure.metric().unit().symbol(), "class", "unit")
                    .close();
        }
        boolean noted = rows.stream().anyMatch(row -> !row.note.isEmpty());
        if (noted) {
            table.element("th", "note", "scope", "col", "class", "left");
        }
        table.close().close().open("tbody");
        rows.forEach(row -> row(table, row, noted));
        return table.close().close().close();
    }

    private void row(Markup table, Row row, boolean noted) {
        BaselineRun run = row.run;
        table.open("tr").element("td", StoredRun.date(run));
        table.element("td", StoredRun.commit(run), "class", "left");
        table.element("td", run.verdict().words(), "class", "left");
        for (Measure measure : measures) {
            OptionalDouble value = run.value(measure);
            table.element("td", value.isPresent() ? Numbers.number(value.getAsDouble()) : "–");
        }
        if (noted) {
            table.element("td", row.note, "class", "left long");
        }
        table.close().line();
    }
}
