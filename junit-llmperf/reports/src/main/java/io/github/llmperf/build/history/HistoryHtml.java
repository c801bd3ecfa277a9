package io.github.llmperf.build.history;

import io.github.llmperf.baseline.BaselineRun;
import io.github.llmperf.baseline.Epoch;
import io.github.llmperf.build.history.HistorySlots.Break;
import io.github.llmperf.report.html.RunsTable;
import io.github.llmperf.report.html.Stylesheet;
import io.github.llmperf.report.json.JsonSummary;
import io.github.llmperf.report.model.StoredRun;
import io.github.llmperf.report.svg.Markup;
import io.github.llmperf.report.text.Tone;
import io.github.llmperf.wording.DifferenceText;
import io.github.llmperf.wording.Figures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Writes the history of a build's tests, as one static page without script: for each test and cell a small picture of
 * each guarded measure over all stored runs, with this build's run last.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class HistoryHtml {

    private static final String POLICY = "default-src 'none'; style-src 'unsafe-inline'";

    /** Of all cells together, so that the page stays small however many there are. */
    private static final int MOST_ROWS = 300;

    private static final int MOST_PLACES = 720;
    private static final int ROWS = 60;
    private static final int FEWEST_ROWS = 3;
    private static final int PLACES = 120;
    private static final int FEWEST_PLACES = 12;
    private static final int MOST_SHOWN = 6;
    private static final int MOST_CHARTS = 130;

    /** Of more than these no pictures are drawn: a page of megabytes opens nowhere at once. */
    private static final int MOST_CELLS = 50;

    private static final Comparator<HistoryCell> WORST_FIRST =
            Comparator.comparing(HistoryCell::summary, JsonSummary.WORST_FIRST);

    private final List<HistoryCell> cells;
    private final List<String> problems;
    private final int rows;
    private final int places;
    private final int charts;
    private int number;

    private HistoryHtml(List<HistoryCell> cells, List<String> problems) {
        this.cells = cells.stream().sorted(WORST_FIRST).toList();
        this.problems = problems;
        int each = Math.max(1, Math.min(MOST_CELLS, cells.size()));
        rows = Math.max(FEWEST_ROWS, Math.min(ROWS, MOST_ROWS / each));
        places = Math.max(FEWEST_PLACES, Math.min(PLACES, MOST_PLACES / each));
        charts = Math.max(1, MOST_CHARTS / each);
    }

    /**
     * Writes the history of a build's tests.
     *
     * @param cells those of which something is stored, in any order
     * @param problems sentences on what could not be read
     */
    public static String render(List<HistoryCell> cells, List<String> problems) {
        return new HistoryHtml(cells, problems).page();
    }

    private String page() {
        Markup page = new Markup();
        page.open("html", "lang", "en").line().open("head");
        page.empty("meta", "charset", "utf-8");
        page.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
        page.empty("meta", "http-equiv", "Content-Security-Policy", "content", POLICY);
        page.element("title", "History of load tests")
                .style(Stylesheet.text())
                .close()
                .line();
        page.open("body").open("main").line();
        page.add(header()).line();
        int drawn = Math.min(MOST_CELLS, cells.size());
        cells.subList(0, drawn).forEach(cell -> page.add(cell(cell)).line());
        if (drawn < cells.size()) {
            page.add(others(cells.subList(drawn, cells.size()))).line();
        }
        page.element("footer", "Written by junit-llmperf.");
        return "<!DOCTYPE html>\n" + page.close().close().close() + "\n";
    }

    private Markup header() {
        Markup header = new Markup().open("header").element("h1", "History of load tests");
        header.element(
                "p",
                "All stored runs of " + Figures.count(cells.size(), "test") + ", oldest left, and this build's run as"
                        + " the larger dot, coloured by what was found of the measure.",
                "class",
                "sub");
        header.element(
                "p",
                "Lines join runs that are compared with each other. Upright lines with a letter divide those that are"
                        + " not: unbroken where a change was accepted, dashed where the workload or the labels changed."
                        + " Crosses are stored runs that were worse and are not compared with, squares are tagged runs."
                        + " Axes do not begin at zero.",
                "class",
                "key");
        problems.forEach(problem -> header.element("p", problem, "class", "key"));
        return header.close();
    }

    /** Those that come last by their verdict. */
    private static Markup others(List<HistoryCell> others) {
        Markup section = new Markup().open("section");
        section.element("h2", Figures.count(others.size(), "further test") + " without pictures");
        section.open("ul", "class", "marked");
        for (HistoryCell cell : others) {
            Tone tone = Tone.of(cell.summary().verdict());
            section.open("li").element("a", cell.summary().test(), "href", cell.link());
            section.text(" " + tone.sign() + " " + cell.summary().verdict().words() + "; "
                            + Figures.count(cell.history().runs().size(), "run") + " in " + cell.file())
                    .close();
        }
        return section.close().close();
    }

    private Markup cell(HistoryCell cell) {
        Tone tone = cell.summary().standing().tone();
        List<Epoch> epochs = cell.history().epochs(cell.now());
        HistorySlots slots = HistorySlots.of(epochs, places);
        Markup section = new Markup().open("section").open("h2");
        section.open("a", "href", cell.link())
                .name(cell.summary().test())
                .close()
                .text(" ");
        section.element("span", tone.sign() + " " + cell.summary().words(), "class", "tag " + tone.cssClass())
                .close();
        section.element("p", outline(cell, slots), "class", "sub");
        charts(section, cell, slots);
        breaks(section, slots.breaks());
        cell.notes().forEach(note -> section.element("p", note, "class", "key"));
        return section.add(table(cell)).close();
    }

    private static String outline(HistoryCell cell, HistorySlots slots) {
        List<BaselineRun> runs = cell.history().runs();
        long stored = runs.stream()
                .filter(run -> cell.now().filter(run.runId()::equals).isEmpty())
                .count();
        String words =
                Figures.count(stored, "stored run") + " in " + cell.file() + ", since " + StoredRun.date(runs.get(0));
        if (slots.most() > 1) {
            words += "; of older runs up to " + slots.most()
                    + " share a dot, their median, in a band from the lowest to" + " the highest";
        }
        return words + (slots.undrawn() == 0 ? "." : "; " + slots.undrawn() + " INVALID or ERROR, not drawn.");
    }

    private void charts(Markup section, HistoryCell cell, HistorySlots slots) {
        List<HistoryCell.Trend> trends = cell.trends();
        int drawn = Math.min(charts, trends.size());
        int shown = Math.min(MOST_SHOWN, drawn);
        grid(section, trends.subList(0, shown), cell, slots);
        if (drawn > shown) {
            List<HistoryCell.Trend> rest = trends.subList(shown, drawn);
            section.open("details").element("summary", Figures.count(rest.size(), "further measure"));
            grid(section, rest, cell, slots);
            section.close();
        }
        if (trends.size() > drawn) {
            String only = Figures.count(trends.size() - drawn, "further measure") + " in figures only.";
            section.element("p", only, "class", "key");
        }
    }

    private void grid(Markup section, List<HistoryCell.Trend> trends, HistoryCell cell, HistorySlots slots) {
        section.open("div", "class", "trends");
        for (HistoryCell.Trend trend : trends) {
            section.open("div")
                    .add(new HistoryChart(trend, slots, cell.now()).draw("trend" + number++))
                    .close();
        }
        section.close();
    }

    private static void breaks(Markup section, List<Break> breaks) {
        if (!breaks.isEmpty()) {
            section.open("ul", "class", "marked breaks");
            for (Break one : breaks) {
                BaselineRun first = one.epoch().runs().get(0);
                String what =
                        switch (one.epoch().begin()) {
                            case ACCEPTED -> "accepted: " + one.epoch().accepted();
                            case BESIDE ->
                                "a series of its own beside those before: "
                                        + DifferenceText.apart(one.epoch().changes());
                            default ->
                                "not comparable with those before: "
                                        + DifferenceText.changed(one.epoch().changes());
                        };
                section.open("li").element("b", one.name());
                section.text(" " + StoredRun.date(first) + ", commit " + StoredRun.commit(first) + ", " + what)
                        .close();
            }
            section.close();
        }
    }

    /** The runs in figures, newest first. */
    private Markup table(HistoryCell cell) {
        List<BaselineRun> runs = new ArrayList<>(cell.history().runs());
        List<RunsTable.Row> shown = new ArrayList<>();
        for (int i = runs.size() - 1; i >= Math.max(0, runs.size() - rows); i--) {
            BaselineRun run = runs.get(i);
            shown.add(
                    RunsTable.Row.of(run, cell.now().filter(run.runId()::equals).isPresent() ? "this build" : ""));
        }
        int left = runs.size() - shown.size();
        Markup details = new Markup().open("details").element("summary", "All runs in figures");
        details.add(new RunsTable(
                        cell.trends().stream().map(HistoryCell.Trend::measure).toList())
                .draw(shown));
        if (left > 0) {
            details.element("p", Figures.count(left, "older run") + " in the file.", "class", "key");
        }
        return details.close();
    }
}
