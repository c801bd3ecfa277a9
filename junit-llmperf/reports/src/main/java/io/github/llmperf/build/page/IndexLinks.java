package io.github.llmperf.build.page;

import io.github.llmperf.report.json.JsonSummary;
import io.github.llmperf.report.svg.Markup;
import java.nio.file.Path;

/**
 * Addresses as a page has them, relative to where it lies.
 *
 * @param directory of the page, absolute
 */
record IndexLinks(Path directory) {

    static IndexLinks from(Path directory) {
        return new IndexLinks(directory.toAbsolutePath().normalize());
    }

    String to(Path page) {
        return MarkdownSummary.address(
                directory.relativize(page.toAbsolutePath().normalize()));
    }

    /** Leads from a text to the report of a run; a test that was not run has none. */
    Markup report(JsonSummary row, Markup text) {
        return row.hasReport()
                ? new Markup()
                        .open("a", "href", to(row.file().resolveSibling("report.html")))
                        .add(text)
                        .close()
                : text;
    }
}
