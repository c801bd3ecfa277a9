package io.github.llmperf.report.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.llmperf.metric.Limit;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.plan.CapacityPlan;
import io.github.llmperf.report.model.CapacityRuns;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.text.CapacityFigures;
import io.github.llmperf.verdict.CapacityOutcome;
import java.util.OptionalDouble;

/** Writes a search for the largest load: what was asked, what was found, and what each amount of load came to. */
final class CapacityJson {

    private CapacityJson() {}

    static void write(JsonWriting json, ObjectNode root, Report report) {
        if (report.series().search().isEmpty()) {
            root.putNull("capacity");
            return;
        }
        CapacityFigures figures = new CapacityFigures(
                report.series().search().get(), report.plan().criteria().limits());
        ObjectNode node = root.putObject("capacity");
        asked(json, node, figures.plan());
        found(json, node, figures.outcome());
        ArrayNode points = node.putArray("points");
        figures.rows().forEach(row -> point(json, points.addObject(), figures, row));
    }

    private static void asked(JsonWriting json, ObjectNode node, CapacityPlan plan) {
        json.put(node, "of", plan.kind().attribute())
                .put(node, "from", plan.from())
                .put(node, "to", plan.to())
                .put(node, "planned", plan.planned())
                .put(node, "headroom", plan.headroom())
                .put(node, "certainty", plan.certainty())
                .put(node, "resolution", plan.resolution());
        node.put("maxRuns", plan.maxRuns());
    }

    private static void found(JsonWriting json, ObjectNode node, CapacityOutcome outcome) {
        node.put("end", outcome.end().name());
        node.put("runs", outcome.runs());
        json.put(node, "carried", outcome.carried())
                .put(node, "estimate", outcome.open().isPresent() ? outcome.estimate() : OptionalDouble.empty())
                .put(node, "notAccepted", outcome.open())
                .put(node, "binding", outcome.binding().map(Limit::toString).orElse(null));
        if (outcome.nodes().isPresent()) {
            node.put("nodes", outcome.nodes().get());
        } else {
            node.putNull("nodes");
        }
    }

    private static void point(JsonWriting json, ObjectNode node, CapacityFigures figures, CapacityRuns.Row row) {
        json.put(node, "amount", row.amount());
        node.put("accepted", figures.isCarried(row));
        node.put("standing", figures.point(row).standing().name());
        ObjectNode values = node.putObject("values");
        for (Measure measure : figures.measures()) {
            json.put(values, measure.toString(), row.measurement().existingLimited(measure));
        }
        node.put("requests", row.measurement().requests().attempted());
        json.put(node, "reports", row.directories());
    }
}
