package io.github.llmperf.report.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.report.model.Report;
import java.util.TreeSet;

/** Writes what each trial amounts to: its requests and the value of each guarded measure. */
final class TrialsJson {

    private TrialsJson() {}

    static void write(JsonWriting json, ArrayNode array, Report report) {
        for (Measurement trial : report.series().trials()) {
            ObjectNode node = array.addObject();
            node.put("attempted", trial.requests().attempted());
            node.put("failed", trial.requests().failed());
            ObjectNode values = node.putObject("values");
            for (Measure measure :
                    new TreeSet<>(report.plan().criteria().baseline().guard().gated())) {
                json.put(values, measure.toString(), trial.existing(measure));
            }
        }
    }
}
