package io.github.llmperf.report.json;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.llmperf.load.ServerLog.Source;
import io.github.llmperf.measure.server.*;
import io.github.llmperf.measure.server.SeriesKind;
import io.github.llmperf.measure.server.ServerSeries;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.text.ServerSentences;

/** What the server said in the course of a run. */
final class ServerJson {

    private ServerJson() {}

    static void write(JsonWriting json, ObjectNode node, Report report) {
        ObjectNode all = node.putObject("series");
        for (ServerSeries series : report.observed().server().series()) {
            if (series.part().isEmpty()) {
                write(json, all.putObject(series.meaning().jsonName()), series);
            } else {
                ObjectNode whole = (ObjectNode) all.path(SeriesKind.GPU.jsonName());
                write(json, whole.withObject("/each").putObject(json.key(series.part())), series);
            }
        }
        var sources = node.putArray("sources");
        for (Source source : report.observed().server().log().sources()) {
            ObjectNode one = sources.addObject();
            json.put(one, "url", source.url());
            one.put("readings", source.readings());
            one.put("failed", source.failed());
            json.put(one, "why", source.why().isEmpty() ? null : source.why());
            one.put("malformedLines", source.malformed());
        }
        json.put(node, "says", ServerSentences.of(report));
    }

    private static void write(JsonWriting json, ObjectNode node, ServerSeries series) {
        json.put(node, "unit", series.meaning().unit());
        node.put("n", series.points().size());
        json.put(node, "min", series.min())
                .put(node, "mean", series.mean())
                .put(node, "max", series.max())
                .put(node, "first", series.first())
                .put(node, "last", series.last());
    }
}
