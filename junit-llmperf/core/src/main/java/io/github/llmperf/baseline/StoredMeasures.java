package io.github.llmperf.baseline;

import io.github.llmperf.measure.Distribution;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Statistic;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/** Which numbers of a measurement are stored. */
final class StoredMeasures {

    /** Longest sum of all histograms, in characters: with everything else a line stays below 8 KB. */
    static final int HISTOGRAM_CHARS = 5_000;

    private static final List<Metric> LATENCIES = List.of(Metric.TTFT, Metric.TPOT, Metric.ITL, Metric.E2E);
    private static final List<Double> PERCENTILES = List.of(50., 90., 95., 99.);
    private static final List<Metric> RATES =
            List.of(Metric.OUTPUT_TOKEN_RATE, Metric.TOTAL_TOKEN_RATE, Metric.REQUEST_RATE, Metric.ERROR_RATE);
    private static final MathContext READABLE = new MathContext(6);

    private StoredMeasures() {}

    /**
     * Returns every common or guarded measure that has samples, to six significant digits. Left out is what is no value
     * to compare with, such as the rate of a run in which nothing succeeded, or a percentile that rests on requests which the
     * end of the run cut off.
     */
    static SortedMap<Measure, Double> values(Measurement measurement, List<Measure> guarded) {
        SortedMap<Measure, Double> values = new TreeMap<>();
        for (Measure measure : wanted(guarded)) {
            measurement.value(measure).ifPresent(value -> {
                // What rests on requests that were cut off is a lower bound, and no value to compare with.
                if (measurement.compared(measure).equals(OptionalDouble.of(value))) {
                    put(values, measure, value);
                }
            });
        }
        return values;
    }

    /** Returns the same rates over the whole run, where the others are over the window. */
    static SortedMap<Measure, Double> wholeRun(Measurement measurement, List<Measure> guarded) {
        SortedMap<Measure, Double> values = new TreeMap<>();
        if (!measurement.window().ratesFromWholeRun()) {
            for (Measure measure : wanted(guarded)) {
                Double rate = measurement.wholeRun().rates().get(measure.metric());
                if (rate != null) {
                    put(values, measure, rate);
                }
            }
        }
        return values;
    }

    private static void put(SortedMap<Measure, Double> values, Measure measure, double value) {
        if (StoredValue.isPossible(measure, value)) {
            values.put(measure, BigDecimal.valueOf(value).round(READABLE).doubleValue());
        }
    }

    private static List<Measure> wanted(List<Measure> guarded) {
        List<Measure> wanted = new ArrayList<>(guarded);
        for (Metric latency : LATENCIES) {
            wanted.add(Measure.of(latency));
            PERCENTILES.forEach(p -> wanted.add(Measure.percentile(latency, p)));
        }
        wanted.add(Measure.of(Metric.OUTPUT_TOKENS));
        wanted.add(new Measure(Metric.OUTPUT_TOKENS, Statistic.STDDEV));
        RATES.forEach(rate -> wanted.add(Measure.of(rate)));
        return wanted;
    }

    static BaselineRun.Counts counts(Measurement measurement) {
        Map<Metric, Long> samples = new TreeMap<>();
        for (Metric metric : Metric.values()) {
            measurement
                    .distribution(metric)
                    .filter(d -> LATENCIES.contains(metric) || metric == Metric.OUTPUT_TOKENS)
                    .ifPresent(d -> samples.put(metric, d.n()));
        }
        return new BaselineRun.Counts(
                measurement.requests().attempted(),
                measurement.requests().failed(),
                samples,
                measurement.window().ratesFromWholeRun());
    }

    /** Returns the histograms, as exact as their length allows: 3 significant digits, or 2, or 1. */
    static Map<Metric, String> histograms(Measurement measurement) {
        Map<Metric, String> encoded = new LinkedHashMap<>();
        for (int digits = 3; digits >= 1; digits--) {
            for (Metric metric : LATENCIES) {
                Distribution distribution = measurement.distribution(metric).orElse(null);
                if (distribution != null) {
                    encoded.put(metric, distribution.encode(digits));
                }
            }
            if (encoded.values().stream().mapToInt(String::length).sum() <= HISTOGRAM_CHARS) {
                break;
            }
        }
        return encoded;
    }
}
