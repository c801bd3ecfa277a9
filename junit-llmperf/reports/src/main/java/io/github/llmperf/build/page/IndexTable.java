package io.github.llmperf.build.page;

import io.github.llmperf.metric.Verdict;
import io.github.llmperf.report.json.JsonSummary;
import io.github.llmperf.report.svg.Markup;
import io.github.llmperf.report.text.FindingCells;
import io.github.llmperf.report.text.Tone;
import io.github.llmperf.report.text.VisibleText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All load tests of a build as a table, worst first, the cells of one test together.
 *
 * @param rows in the order in which they are told
 * @param matrices pages with all cells of a test side by side, each beside its cells
 * @param links from the page to the reports
 */
record IndexTable(List<JsonSummary> rows, List<Path> matrices, IndexLinks links) {

    private static final int LONGEST_REASON = 240;

    Markup section() {
        Markup section = new Markup().open("section").element("h2", "All load tests, worst first");
        section.open("div", "class", "scroll").open("table", "class", "stack index");
        section.open("thead").open("tr");
        section.element("th", "verdict", "scope", "col").element("th", "load test", "scope", "col", "class", "left");
        section.element("th", "worst finding", "scope", "col", "class", "why");
        for (String heading : List.of("ttft p90", "tpot p50", "output", "errors")) {
            section.element("th", heading, "scope", "col");
        }
        section.close().close().line();
        groups().forEach(cells -> section.add(group(cells)));
        return section.close().close().close();
    }

    /** Cells of one test stand together, where its worst one stands. */
    private Collection<List<JsonSummary>> groups() {
        Map<String, List<JsonSummary>> groups = new LinkedHashMap<>();
        for (JsonSummary row : rows) {
            String key = row.scenario()
                    .map(known -> known.className() + "#" + known.methodName())
                    .orElse(row.test());
            groups.computeIfAbsent(key, any -> new ArrayList<>()).add(row);
        }
        return groups.values();
    }

    private Markup group(List<JsonSummary> cells) {
        Markup body = new Markup().open("tbody").line();
        boolean several = cells.size() > 1;
        if (several) {
            body.open("tr", "class", "group")
                    .open("th", "scope", "rowgroup", "colspan", "7")
                    .name(cells.get(0).method())
                    .text(" ")
                    .element("span", cells.size() + " cells: " + MarkdownSummary.outline(cells), "class", "unit");
            matrix(cells.get(0)).ifPresent(page -> body.text(" ").element("a", "side by side", "href", links.to(page)));
            body.close().close().line();
        }
        cells.forEach(cell -> body.add(row(cell, several)).line());
        return body.close().line();
    }

    private Optional<Path> matrix(JsonSummary cell) {
        Path directory =
                cell.file().toAbsolutePath().normalize().resolve("../..").normalize();
        return matrices.stream()
                .filter(page ->
                        directory.equals(page.toAbsolutePath().normalize().getParent()))
                .findFirst();
    }

    private Markup row(JsonSummary row, boolean ofSeveral) {
        Tone tone = row.standing().tone();
        Markup cells = new Markup().open("tr").open("td");
        cells.element("span", tone.sign() + " " + row.words(), "class", "tag " + tone.cssClass())
                .close();
        cells.open("td", "class", ofSeveral ? "left name cell" : "left name")
                .add(links.report(row, new Markup().name(ofSeveral ? row.cell().replace(",", ", ") : row.test())))
                .close();
        cells.open("td", "class", "why").add(why(row)).close();
        number(cells, "ttft p90", row.figures().ttft());
        number(cells, "tpot p50", row.figures().tpot());
        number(cells, "output", row.figures().output());
        number(cells, "errors", row.figures().errors());
        return cells.close();
    }

    /** In numbers where there are any; what cannot be judged has its reason only. */
    private static Markup why(JsonSummary row) {
        Markup why = new Markup();
        if (row.findings().key().isEmpty()) {
            return why.prose(VisibleText.text(row.reason(), LONGEST_REASON));
        }
        FindingCells key = row.findings().key().get().cells();
        String required = (row.findings().key().get().limit() ? "limit " : "tolerated ") + key.required();
        why.text((row.isAccepted() ? "accepted: " : "") + key.measure() + " " + key.measuredInOne());
        if (key.baseline().isEmpty()) {
            why.element("span", ", " + required, "class", "unit");
        } else {
            why.text(", " + key.changeWithInterval());
            why.empty("br").element("span", "baseline " + key.baseline() + ", " + required, "class", "unit");
        }
        if (row.verdict() == Verdict.NO_BASELINE && key.baseline().isEmpty()) {
            why.empty("br").element("span", "nothing to compare with", "class", "unit");
        }
        return why;
    }

    private static void number(Markup cells, String heading, String text) {
        cells.element("td", text, "data-label", heading);
    }
}
