package io.github.llmperf.report.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.plan.Pairing;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.verdict.PairedRuns;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;

/**
 * Writes the second target of a comparison: what was asked for, each pair's guarded measures, and what it amounts to.
 */
final class CompareJson {

    private final JsonWriting json;
    private final Report report;

    CompareJson(JsonWriting json, Report report) {
        this.json = json;
        this.report = report;
    }

    void writeTo(ObjectNode root) {
        Pairing pairing = report.plan().load().pairing();
        if (pairing == null) {
            root.putNull("compare");
            return;
        }
        ObjectNode node = root.putObject("compare");
        json.put(node, "with", pairing.name());
        new PlanJson(json, report).target(node.putObject("target"), pairing.with());
        node.put("pairsPlanned", pairing.pairs());
        node.put("unit", pairing.unit().name().toLowerCase(Locale.ROOT));
        ArrayNode pairs = node.putArray("pairs");
        report.paired().ifPresent(paired -> {
            for (int i = 0; i < paired.pairs().size(); i++) {
                PairedRuns.Pair pair = paired.pairs().get(i);
                ObjectNode one = pairs.addObject();
                one.put("first", Pairing.isOwnFirst(i) ? "own" : "with");
                values(one.putObject("own"), pair.own());
                values(one.putObject("with"), pair.other());
            }
            Measurement there = paired.measurement();
            node.set("requests", MeasurementJson.requests(json, there.requests()));
            node.set("tokens", MeasurementJson.tokens(json, there.tokens()));
            MeasurementJson.metrics(json, node.putObject("metrics"), there);
        });
    }

    private void values(ObjectNode node, Measurement load) {
        List<Measure> gated = List.copyOf(
                new TreeSet<>(report.plan().criteria().baseline().guard().gated()));
        gated.forEach(measure -> json.put(node, measure.toString(), load.existing(measure)));
        json.put(node, "errorRate", load.value(Measure.parse("errorRate")));
    }
}
