package io.github.llmperf.report.json;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.measure.RequestCounts;
import io.github.llmperf.measure.TokenCounts;
import io.github.llmperf.metric.Metric;

/** What the requests of a load amount to: counts, tokens and metrics. */
final class MeasurementJson {

    private MeasurementJson() {}

    static ObjectNode requests(JsonWriting json, RequestCounts counts) {
        ObjectNode node = (ObjectNode) json.tree(Result.Requests.of(counts));
        ObjectNode failures = node.putObject("failures");
        counts.failures().forEach((kind, failure) -> {
            ObjectNode one = failures.putObject(kind.name());
            one.put("count", failure.count());
            json.put(one, "example", failure.example().toString());
            failure.example().retryAfterMillis().ifPresent(millis -> one.put("retryAfterMs", millis));
        });
        return node;
    }

    static ObjectNode tokens(JsonWriting json, TokenCounts tokens) {
        return (ObjectNode) json.tree(Result.Tokens.of(tokens));
    }

    static void metrics(JsonWriting json, ObjectNode node, Measurement measurement) {
        for (Metric metric : Metric.values()) {
            if (!metric.isServers()) {
                measurement.distribution(metric).ifPresent(d -> ResultMetric.write(json, node, metric, d));
                Double rate = measurement.rates().get(metric);
                if (rate != null) {
                    ResultMetric.write(json, node, metric, rate);
                }
            }
        }
    }
}
