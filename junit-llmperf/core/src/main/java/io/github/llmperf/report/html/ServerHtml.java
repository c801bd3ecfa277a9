package io.github.llmperf.report.html;

import io.github.llmperf.measure.server.ServerSeries;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.model.SafeText;
import io.github.llmperf.report.svg.Markup;
import io.github.llmperf.report.text.ServerSentences;
import io.github.llmperf.wording.Numbers;
import java.util.List;

/** What the server said in the course of a run. */
final class ServerHtml {

    private static final List<String> COLUMNS = List.of("mean", "min", "max", "first", "last", "n");

    private ServerHtml() {}

    static void sentences(Markup section, Report report, SafeText safe) {
        List<String> says = ServerSentences.of(report);
        if (!says.isEmpty()) {
            section.open("ul", "class", "marked");
            says.forEach(sentence -> section.open("li").prose(safe.of(sentence)).close());
            section.close();
        }
    }

    static void table(Markup section, Report report) {
        if (report.observed().server().series().isEmpty()) {
            return;
        }
        section.open("div", "class", "scroll")
                .open("table", "class", "stack")
                .open("thead")
                .open("tr");
        section.element("th", "Series", "scope", "col");
        COLUMNS.forEach(column -> section.element("th", column, "scope", "col"));
        section.close().close().open("tbody");
        report.observed().server().series().forEach(series -> row(section, series));
        section.close().close().close();
    }

    private static void row(Markup section, ServerSeries series) {
        section.open("tr").open("th", "scope", "row").text(name(series) + " ");
        section.element("span", series.meaning().unit(), "class", "unit").close();
        List<Double> values = List.of(series.mean(), series.min(), series.max(), series.first(), series.last());
        for (int i = 0; i < values.size(); i++) {
            section.element("td", Numbers.number(values.get(i)), "data-label", COLUMNS.get(i));
        }
        section.element("td", Integer.toString(series.points().size()), "data-label", "n")
                .close();
    }

    private static String name(ServerSeries series) {
        return series.part().isEmpty() ? series.meaning().title() : "GPU " + series.part() + " busy";
    }
}
