package io.github.llmperf.client.prometheus;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * The known metrics of one page, or of several read one after the other.
 *
 * @param values each ingredient that stood there
 * @param gpus how busy each GPU is, %, by its name
 */
@API(status = Status.INTERNAL, since = "0.1")
public record MetricsReading(Map<RawMetric, Double> values, SortedMap<String, Double> gpus) {

    /** Nothing known. */
    public static final MetricsReading NOTHING = new MetricsReading(Map.of(), new TreeMap<>());

    /** Copies the maps. */
    public MetricsReading {
        values = Collections.unmodifiableMap(values.isEmpty() ? new EnumMap<>(RawMetric.class) : new EnumMap<>(values));
        gpus = Collections.unmodifiableSortedMap(new TreeMap<>(gpus));
    }

    /**
     * Picks the known metrics from a page. Values that are not numbers are ignored.
     *
     * @return each ingredient of {@link KnownMetric#ALL} that stands there
     */
    public static MetricsReading of(Exposition page) {
        Map<String, List<MetricSample>> byName = new HashMap<>();
        for (MetricSample sample : page.samples()) {
            if (Double.isFinite(sample.value())) {
                byName.computeIfAbsent(sample.name(), name -> new ArrayList<>()).add(sample);
            }
        }
        Map<RawMetric, Double> values = new EnumMap<>(RawMetric.class);
        SortedMap<String, Double> gpus = new TreeMap<>();
        for (KnownMetric metric : KnownMetric.ALL) {
            for (MetricSample sample : samples(metric, byName)) {
                double value = metric.factor() * sample.value();
                values.merge(metric.ingredient(), value, metric.ingredient()::fold);
                if (metric.ingredient() == RawMetric.GPU_BUSY) {
                    gpus.merge(gpu(sample), value, Math::max);
                }
            }
        }
        return new MetricsReading(values, gpus);
    }

    private static List<MetricSample> samples(KnownMetric metric, Map<String, List<MetricSample>> byName) {
        Optional<String> name =
                metric.names().stream().filter(byName::containsKey).findFirst();
        List<MetricSample> all = name.map(byName::get).orElse(List.of());
        return all.stream().filter(metric.counts()).toList();
    }

    /** One GPU may stand there several times, once for each container that it is lent to. */
    private static String gpu(MetricSample sample) {
        String part = sample.label("GPU_I_ID");
        String host = sample.label("Hostname");
        return (host.isEmpty() ? "" : host + " ") + sample.label("gpu") + (part.isEmpty() ? "" : "/" + part);
    }

    /**
     * Returns an ingredient.
     *
     * @return its value; empty where it did not stand there
     */
    public OptionalDouble value(RawMetric ingredient) {
        Double value = values.get(ingredient);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    /**
     * Returns what two pages say together.
     *
     * @return sums, or the larger where only that means something
     */
    public MetricsReading and(MetricsReading other) {
        Map<RawMetric, Double> both = new EnumMap<>(RawMetric.class);
        both.putAll(values);
        other.values.forEach((ingredient, value) -> both.merge(ingredient, value, ingredient::fold));
        SortedMap<String, Double> all = new TreeMap<>(gpus);
        other.gpus.forEach((gpu, value) -> all.merge(gpu, value, Math::max));
        return new MetricsReading(both, all);
    }

    /** Returns this reading without some ingredients, which not all pages told this time. */
    public MetricsReading without(Set<RawMetric> incomplete) {
        Map<RawMetric, Double> rest = new EnumMap<>(RawMetric.class);
        rest.putAll(values);
        rest.keySet().removeAll(incomplete);
        return new MetricsReading(rest, incomplete.contains(RawMetric.GPU_BUSY) ? new TreeMap<>() : gpus);
    }
}
