package io.github.llmperf.report.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.llmperf.measure.Distribution;
import io.github.llmperf.metric.Statistic;
import io.github.llmperf.report.model.LengthBins;
import io.github.llmperf.report.model.Lengths;
import io.github.llmperf.report.model.Percentiles;
import io.github.llmperf.report.model.Report;

/** Lengths of prompts and answers under {@code tokens.lengths}: the numbers, and counts by bins of whole numbers. */
final class LengthsJson {

    private LengthsJson() {}

    static void write(JsonWriting json, ObjectNode node, Report report) {
        Lengths.of(report).forEach(lengths -> write(json, node.putObject(lengths.name()), lengths));
    }

    private static void write(JsonWriting json, ObjectNode node, Lengths lengths) {
        Distribution samples = lengths.samples();
        node.put("unit", lengths.unit());
        node.put("from", lengths.from());
        node.put("n", samples.n());
        json.put(node, "mean", samples.mean())
                .put(node, "p50", Percentiles.of(samples, Statistic.percentile(50)))
                .put(node, "p99", Percentiles.of(samples, Statistic.percentile(99)))
                .put(node, "min", samples.min())
                .put(node, "max", samples.max());
        ArrayNode bins = node.putArray("bins");
        for (LengthBins.Bin bin : LengthBins.of(samples).bins()) {
            bins.addObject().put("from", bin.from()).put("to", bin.to()).put("count", bin.count());
        }
    }
}
