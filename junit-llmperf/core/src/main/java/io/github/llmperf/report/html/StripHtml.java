package io.github.llmperf.report.html;

import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.model.StoredRun;
import io.github.llmperf.report.svg.Markup;
import io.github.llmperf.report.svg.RunStrip;
import io.github.llmperf.report.svg.StripRow;
import io.github.llmperf.wording.Figures;
import java.util.ArrayList;
import java.util.List;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** This run beside the stored ones, measure by measure: what is worse, by how much, and with what certainty. */
@API(status = Status.INTERNAL, since = "0.1")
public final class StripHtml {

    private static final int MOST_SHOWN = 6;
    private static final double WIDTH = 640;
    private static final double NARROW = 344;
    private static final double HEIGHT = 92;

    private final Report report;
    private int number;

    public StripHtml(Report report) {
        this.report = report;
    }

    /** The section; empty where no stored run was compared with. */
    public Markup section() {
        List<StripRow> rows = StripRow.of(report);
        Markup section = new Markup();
        if (rows.isEmpty()) {
            return section;
        }
        section.open("section", "id", "strip").element("h2", heading(rows));
        rows.stream().limit(MOST_SHOWN).forEach(row -> section.add(row(row)).line());
        if (rows.size() > MOST_SHOWN) {
            List<StripRow> rest = rows.subList(MOST_SHOWN, rows.size());
            section.open("details").element("summary", Figures.count(rest.size(), "further measure"));
            rest.forEach(row -> section.add(row(row)).line());
            section.close();
        }
        section.element("p", key(rows), "class", "key");
        section.add(table());
        return section.close();
    }

    private static String heading(List<StripRow> rows) {
        int most = rows.stream().mapToInt(row -> row.stored().size()).max().orElse(0);
        return "This run beside " + Figures.count(most, "stored run");
    }

    private Markup row(StripRow row) {
        int id = number++;
        Markup strip = new Markup().open("div", "class", "strip");
        strip.open("div", "class", "name")
                .element("b", row.row().cells().measure())
                .open("span");
        strip.text(row.isMissing() ? "" : row.row().cells().measured()).close().close();
        String result = row.row().tone().sign() + " "
                + (row.isMissing() ? "no samples" : row.row().cells().change());
        strip.open("div", "class", "result")
                .element("span", result, "class", "tag " + row.row().tone().cssClass());
        strip.element("span", row.isMissing() ? "" : row.row().cells().interval(), "class", "interval")
                .close();
        strip.open("div", "class", "picture");
        strip.open("div", "class", "wide").add(new RunStrip(row, WIDTH, HEIGHT).draw("strip" + id + "-wide"));
        strip.close();
        strip.open("div", "class", "narrow").add(new RunStrip(row, NARROW, HEIGHT).draw("strip" + id + "-narrow"));
        return strip.close().close().close();
    }

    private static String key(List<StripRow> rows) {
        List<String> parts = new ArrayList<>();
        parts.add("Small dots: stored runs, oldest left; large dot: this run, with the 90 % interval of its change");
        if (rows.stream().anyMatch(row -> !row.trials().isEmpty())) {
            parts.add("dots beside it: its trials, where it is their mean");
        }
        if (rows.stream()
                .flatMap(row -> row.stored().stream())
                .anyMatch(stored -> stored.run().tag() != null)) {
            parts.add("squares: tagged runs");
        }
        parts.add("line: mean of the stored runs; shaded: worse than tolerated");
        return String.join("; ", parts) + ". Each row has a scale of its own, on which equal steps are equal factors.";
    }

    /** The runs in figures, newest first. */
    private Markup table() {
        List<StoredRun> stored = report.baseline().stored().runs();
        List<StoredRun> runs = stored.isEmpty() ? report.baseline().stored().anchor() : stored;
        List<RunsTable.Row> rows = new ArrayList<>();
        for (int i = runs.size() - 1; i >= 0; i--) {
            rows.add(RunsTable.Row.of(runs.get(i).run(), ""));
        }
        Markup details = new Markup().open("details").element("summary", "The stored runs in figures");
        return details.add(new RunsTable(StripRow.of(report).stream()
                                .map(row -> row.comparison().measure())
                                .distinct()
                                .toList())
                        .draw(rows))
                .close();
    }
}
