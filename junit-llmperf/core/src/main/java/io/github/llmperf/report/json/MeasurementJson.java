package io.github.llmperf.report.json;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.llmperf.measure.Distribution;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.measure.Measurement.RequestCounts;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Statistic;
import io.github.llmperf.report.model.Percentiles;

/** What the requests of a load amount to: counts, tokens and metrics. */
final class MeasurementJson {

    private MeasurementJson() {}

    static void requests(JsonWriting json, ObjectNode node, RequestCounts counts) {
        node.put("attempted", counts.attempted());
        node.put("succeeded", counts.succeeded());
        node.put("failed", counts.failed());
        node.put("warmup", counts.warmup());
        node.put("cooldown", counts.cooldown());
        node.put("inFlightAtEnd", counts.inFlightAtEnd());
        node.put("newConnections", counts.newConnections());
        node.put("staleRetries", counts.staleRetries());
        ObjectNode failures = node.putObject("failures");
        counts.failures().forEach((kind, failure) -> {
            ObjectNode one = failures.putObject(kind.name());
            one.put("count", failure.count());
            json.put(one, "example", failure.example().toString());
            failure.example().retryAfterMillis().ifPresent(millis -> one.put("retryAfterMs", millis));
        });
    }

    static void tokens(JsonWriting json, ObjectNode node, Measurement.TokenCounts tokens) {
        node.put("prompt", tokens.prompt());
        node.put("output", tokens.output());
        node.put("from", tokens.from().jsonName());
        json.known(node, "cached", tokens.cached());
    }

    static void metrics(JsonWriting json, ObjectNode node, Measurement measurement) {
        for (Metric metric : Metric.values()) {
            if (!metric.isServers()) {
                measurement.distribution(metric).ifPresent(d -> distribution(json, node, metric, d));
                Double rate = measurement.rates().get(metric);
                if (rate != null) {
                    json.put(metric(node, metric), "value", rate);
                }
            }
        }
    }

    private static ObjectNode metric(ObjectNode node, Metric metric) {
        ObjectNode one = node.putObject(metric.jsonName());
        one.put("unit", metric.unit().symbol());
        one.put("better", metric.better().jsonName());
        return one;
    }

    static void distribution(JsonWriting json, ObjectNode node, Metric metric, Distribution samples) {
        ObjectNode one = metric(node, metric);
        one.put("n", samples.n());
        json.put(one, "mean", samples.mean())
                .put(one, "stddev", samples.stddev())
                .put(one, "min", samples.min());
        for (Statistic percentile : Percentiles.ALL) {
            json.put(one, percentile.toString().replace(".", ""), Percentiles.of(samples, percentile));
        }
        json.put(one, "max", samples.max());
    }
}
