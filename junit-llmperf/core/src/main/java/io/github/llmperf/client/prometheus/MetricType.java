package io.github.llmperf.client.prometheus;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** What a page says a metric is, in the words of Prometheus' text format and of OpenMetrics. */
@API(status = Status.INTERNAL, since = "0.1")
public enum MetricType {
    /** Only grows, but for a restart. */
    COUNTER,
    /** Goes up and down. */
    GAUGE,
    /** Cumulative buckets, their sum and count. */
    HISTOGRAM,
    /** A histogram whose buckets go up and down. */
    GAUGEHISTOGRAM,
    /** Quantiles, their sum and count. */
    SUMMARY,
    /** Always 1; its labels tell something. */
    INFO,
    /** One of several states is 1. */
    STATESET,
    /** Not said. */
    UNTYPED;

    /** Reads the word behind a name; OpenMetrics says unknown where Prometheus says untyped. */
    static Optional<MetricType> of(String word) {
        String name = word.equals("unknown") ? "UNTYPED" : word.toUpperCase(Locale.ROOT);
        return word.equals(word.toLowerCase(Locale.ROOT))
                ? Stream.of(values()).filter(type -> type.name().equals(name)).findFirst()
                : Optional.empty();
    }
}
