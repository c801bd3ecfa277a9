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
 * What is known of a page, or of several that were read one after the other.
 *
 * @param values each ingredient that stood there
 * @param gpus how busy each GPU is, %, by its name
 */
@API(status = Status.INTERNAL, since = "0.1")
public record Reading(Map<Ingredient, Double> values, SortedMap<String, Double> gpus) {

    /** Nothing known. */
    public static final Reading NOTHING = new Reading(Map.of(), new TreeMap<>());

    /** Copies the maps. */
    public Reading {
        values =
                Collections.unmodifiableMap(values.isEmpty() ? new EnumMap<>(Ingredient.class) : new EnumMap<>(values));
        gpus = Collections.unmodifiableSortedMap(new TreeMap<>(gpus));
    }

    /**
     * Picks what is known out of a page. Values that are no numbers are none.
     *
     * @param page what was read
     * @return each ingredient of {@link KnownMetric#ALL} that stands there
     */
    public static Reading of(Exposition page) {
        Map<String, List<MetricSample>> byName = new HashMap<>();
        for (MetricSample sample : page.samples()) {
            if (Double.isFinite(sample.value())) {
                byName.computeIfAbsent(sample.name(), name -> new ArrayList<>()).add(sample);
            }
        }
        Map<Ingredient, Double> values = new EnumMap<>(Ingredient.class);
        SortedMap<String, Double> gpus = new TreeMap<>();
        for (KnownMetric metric : KnownMetric.ALL) {
            for (MetricSample sample : samples(metric, byName)) {
                double value = metric.factor() * sample.value();
                values.merge(metric.ingredient(), value, metric.ingredient()::fold);
                if (metric.ingredient() == Ingredient.GPU_BUSY) {
                    gpus.merge(gpu(sample), value, Math::max);
                }
            }
        }
        return new Reading(values, gpus);
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
     * @param ingredient what is asked for
     * @return its value; empty where it did not stand there
     */
    public OptionalDouble value(Ingredient ingredient) {
        Double value = values.get(ingredient);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    /**
     * Returns what two pages say together.
     *
     * @param other of another page
     * @return sums, or the larger where only that means something
     */
    public Reading and(Reading other) {
        Map<Ingredient, Double> both = new EnumMap<>(Ingredient.class);
        both.putAll(values);
        other.values.forEach((ingredient, value) -> both.merge(ingredient, value, ingredient::fold));
        SortedMap<String, Double> all = new TreeMap<>(gpus);
        other.gpus.forEach((gpu, value) -> all.merge(gpu, value, Math::max));
        return new Reading(both, all);
    }

    /**
     * Returns this reading without some ingredients, which not all pages told this time.
     *
     * @param incomplete what to leave out
     * @return the rest
     */
    public Reading without(Set<Ingredient> incomplete) {
        Map<Ingredient, Double> rest = new EnumMap<>(Ingredient.class);
        rest.putAll(values);
        rest.keySet().removeAll(incomplete);
        return new Reading(rest, incomplete.contains(Ingredient.GPU_BUSY) ? new TreeMap<>() : gpus);
    }
}
