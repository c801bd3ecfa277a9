package io.github.llmperf.report.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.llmperf.measure.Distribution;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Statistic;
import io.github.llmperf.report.model.Percentiles;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * The numbers of a metric as {@code result.json} has them: of a distribution its statistics, else one value.
 *
 * @param values what is known, in the metric's unit
 */
@API(status = Status.INTERNAL, since = "0.1")
public record ResultMetric(Map<Statistic, Double> values) {

    private static final List<Statistic> ALL = all();

    private static List<Statistic> all() {
        List<Statistic> all = new ArrayList<>(List.of(Statistic.MEAN, Statistic.STDDEV, Statistic.MIN));
        all.addAll(Percentiles.ALL);
        all.add(Statistic.MAX);
        return List.copyOf(all);
    }

    private static String key(Statistic statistic) {
        return switch (statistic.kind()) {
            case VALUE -> "value";
            case MEAN -> "mean";
            default -> statistic.toString().replace(".", "");
        };
    }

    static void write(JsonWriting json, ObjectNode node, Metric metric, Distribution samples) {
        ObjectNode one = begin(node, metric);
        one.put("n", samples.n());
        for (Statistic statistic : ALL) {
            boolean isPercentile = statistic.kind() == Statistic.Kind.PERCENTILE;
            json.put(one, key(statistic), isPercentile ? Percentiles.of(samples, statistic) : samples.value(statistic));
        }
    }

    static void write(JsonWriting json, ObjectNode node, Metric metric, double rate) {
        json.put(begin(node, metric), key(Statistic.VALUE), rate);
    }

    private static ObjectNode begin(ObjectNode node, Metric metric) {
        ObjectNode one = node.putObject(metric.jsonName());
        one.put("unit", metric.unit().symbol());
        one.put("better", metric.better().jsonName());
        return one;
    }

    /** Reads all metrics of an object. */
    static Map<Metric, ResultMetric> read(JsonNode node) {
        Map<Metric, ResultMetric> all = new EnumMap<>(Metric.class);
        for (Metric metric : Metric.values()) {
            Map<Statistic, Double> values = new LinkedHashMap<>();
            for (Statistic statistic : metric.hasDistribution() ? ALL : List.of(Statistic.VALUE)) {
                JsonNode value = node.path(metric.jsonName()).path(key(statistic));
                if (value.isNumber()) {
                    values.put(statistic, value.doubleValue());
                }
            }
            if (!values.isEmpty()) {
                all.put(metric, new ResultMetric(values));
            }
        }
        return all;
    }

    OptionalDouble value(Statistic statistic) {
        Double value = values.get(statistic);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }
}
