package io.github.llmperf.report.html;

import org.apiguardian.api.API.Status;

import org.apiguardian.api.API;

import io.github.llmperf.report.json.JsonWriting;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.model.SafeText;
import io.github.llmperf.report.svg.Markup;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.llmperf.load.ServerLog.Source;
import io.github.llmperf.measure.server.Meaning;
import io.github.llmperf.measure.server.ServerSeries;
import io.github.llmperf.metric.Quantity;
import io.github.llmperf.verdict.Candidate;
import io.github.llmperf.verdict.ServerSays;
import io.github.llmperf.wording.ServerText;
import java.util.List;

/** What the server said in the course of a run, as the page and {@code result.json} tell it. */
@API(status = Status.INTERNAL, since = "0.1")
public final class ServerSide {

    private static final List<String> COLUMNS = List.of("mean", "min", "max", "first", "last", "n");

    private ServerSide() {}

    /** The sentences that are among the notes of the judgement, where no verdict was reached as well. */
    static List<String> says(Report report) {
        return ServerSays.of(Candidate.of(report.run(), report.measurement()).with(report.server())).stream()
                .map(ServerText::of)
                .toList();
    }

    static void sentences(Markup section, Report report, SafeText safe) {
        List<String> says = says(report);
        if (!says.isEmpty()) {
            section.open("ul", "class", "marked");
            says.forEach(sentence -> section.open("li").prose(safe.of(sentence)).close());
            section.close();
        }
    }

    static void table(Markup section, Report report) {
        if (report.server().series().isEmpty()) {
            return;
        }
        section.open("div", "class", "scroll")
                .open("table", "class", "stack")
                .open("thead")
                .open("tr");
        section.element("th", "Series", "scope", "col");
        COLUMNS.forEach(column -> section.element("th", column, "scope", "col"));
        section.close().close().open("tbody");
        report.server().series().forEach(series -> row(section, series));
        section.close().close().close();
    }

    private static void row(Markup section, ServerSeries series) {
        section.open("tr").open("th", "scope", "row").text(name(series) + " ");
        section.element("span", series.meaning().unit(), "class", "unit").close();
        List<Double> values = List.of(series.mean(), series.min(), series.max(), first(series), last(series));
        for (int i = 0; i < values.size(); i++) {
            section.element("td", Quantity.number(values.get(i)), "data-label", COLUMNS.get(i));
        }
        section.element("td", Integer.toString(series.points().size()), "data-label", "n")
                .close();
    }

    private static String name(ServerSeries series) {
        return series.part().isEmpty() ? series.meaning().title() : "GPU " + series.part() + " busy";
    }

    private static double first(ServerSeries series) {
        return series.points().get(0).value();
    }

    private static double last(ServerSeries series) {
        return series.points().get(series.points().size() - 1).value();
    }

    public static void write(JsonWriting json, ObjectNode node, Report report) {
        ObjectNode all = node.putObject("series");
        for (ServerSeries series : report.server().series()) {
            if (series.part().isEmpty()) {
                write(json, all.putObject(series.meaning().jsonName()), series);
            } else {
                ObjectNode whole = (ObjectNode) all.path(Meaning.GPU.jsonName());
                write(json, whole.withObject("/each").putObject(json.key(series.part())), series);
            }
        }
        var sources = node.putArray("sources");
        for (Source source : report.server().log().sources()) {
            ObjectNode one = sources.addObject();
            json.put(one, "url", source.url());
            one.put("readings", source.readings());
            one.put("failed", source.failed());
            json.put(one, "why", source.why().isEmpty() ? null : source.why());
            one.put("malformedLines", source.malformed());
        }
        json.put(node, "says", says(report));
    }

    private static void write(JsonWriting json, ObjectNode node, ServerSeries series) {
        json.put(node, "unit", series.meaning().unit());
        node.put("n", series.points().size());
        json.put(node, "min", series.min())
                .put(node, "mean", series.mean())
                .put(node, "max", series.max())
                .put(node, "first", first(series))
                .put(node, "last", last(series));
    }
}
