package io.github.llmperf.report.html;

import io.github.llmperf.report.svg.Markup;
import java.util.ArrayList;
import java.util.List;

/**
 * The numbers behind a picture, folded away below it: for those who cannot see it, and for spreadsheets.
 *
 * @param title of the picture
 * @param headings of all columns, with units; the first column names the row
 * @param rows as many cells as there are headings
 */
record NumbersTable(String title, List<String> headings, List<List<String>> rows) {

    /** Copies the rows. */
    NumbersTable {
        headings = List.copyOf(headings);
        rows = rows.stream().map(List::copyOf).toList();
        for (List<String> row : rows) {
            if (row.size() != headings.size()) {
                throw new IllegalArgumentException("row must have " + headings.size() + " cells, but is " + row);
            }
        }
    }

    /** Leaves out columns that are empty in every row. */
    NumbersTable withoutEmptyColumns() {
        List<Integer> kept = new ArrayList<>();
        for (int i = 0; i < headings.size(); i++) {
            int column = i;
            if (i == 0 || rows.stream().anyMatch(row -> !row.get(column).isEmpty())) {
                kept.add(i);
            }
        }
        return new NumbersTable(
                title,
                pick(headings, kept),
                rows.stream().map(row -> pick(row, kept)).toList());
    }

    private static List<String> pick(List<String> cells, List<Integer> kept) {
        return kept.stream().map(cells::get).toList();
    }

    Markup draw() {
        Markup details = new Markup().open("details").element("summary", "Numbers behind the picture");
        details.open("div", "class", "scroll", "tabindex", "0", "role", "region", "aria-label", title + ", numbers")
                .open("table")
                .element("caption", title)
                .open("thead")
                .open("tr");
        headings.forEach(heading -> details.element("th", heading, "scope", "col"));
        details.close().close().open("tbody");
        for (List<String> row : rows) {
            details.open("tr").element("th", row.get(0), "scope", "row");
            row.subList(1, row.size()).forEach(cell -> details.element("td", cell));
            details.close();
        }
        return details.close().close().close().close();
    }
}
