package io.github.llmperf.measure;

import io.github.llmperf.measure.Measurement.WholeRun;
import io.github.llmperf.measure.Measurement.Window;
import io.github.llmperf.measure.RequestCounts.FailureCount;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Unit;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.TokensFrom;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * Repetitions of one load as one measurement. They share one start of the server and so count as one run: samples are
 * pooled, counts added up; rates are averaged over the windows' time, parts of requests over the requests.
 */
final class Repetitions {

    private final List<Measurement> all;

    private Repetitions(List<Measurement> all) {
        this.all = all;
    }

    static Measurement pool(List<Measurement> all) {
        return all.size() == 1 ? all.get(0) : new Repetitions(all).pooled();
    }

    private Measurement pooled() {
        Map<Metric, Distribution> distributions = new EnumMap<>(Metric.class);
        Map<Metric, List<Distribution>> slices = new EnumMap<>(Metric.class);
        for (Metric metric : Metric.values()) {
            List<Distribution> samples = all.stream()
                    .flatMap(m -> Stream.ofNullable(m.distributions().get(metric)))
                    .toList();
            if (!samples.isEmpty()) {
                distributions.put(metric, Distribution.sum(samples));
            }
            List<List<Distribution>> sliced = all.stream()
                    .flatMap(m -> Stream.ofNullable(m.slices().get(metric)))
                    .toList();
            if (!sliced.isEmpty()) {
                slices.put(metric, sumOfEach(sliced));
            }
        }
        return new Measurement(
                distributions,
                slices,
                rates(Measurement::rates, Repetitions::weight),
                requests(),
                tokens(),
                window(),
                wholeRun(),
                all.stream().mapToInt(Measurement::peakConcurrency).max().orElseThrow(),
                unfinished(),
                all.stream().flatMap(m -> m.notes().stream()).distinct().toList());
    }

    private Map<Metric, Distribution> unfinished() {
        Map<Metric, Distribution> sums = new EnumMap<>(Metric.class);
        all.forEach(m -> m.unfinished()
                .forEach((metric, cut) ->
                        sums.merge(metric, cut, (one, other) -> Distribution.sum(List.of(one, other)))));
        return sums;
    }

    private static ToDoubleFunction<Measurement> weight(Metric metric) {
        if (metric.unit() == Unit.PERCENT) {
            return m -> m.requests().attempted();
        }
        return m -> m.window().ratesFromWholeRun()
                ? m.window().wholeRunSeconds()
                : m.window().seconds();
    }

    private static List<Distribution> sumOfEach(List<List<Distribution>> runs) {
        List<Distribution> sums = new ArrayList<>();
        for (int i = 0; i < runs.get(0).size(); i++) {
            int slice = i;
            sums.add(Distribution.sum(runs.stream().map(run -> run.get(slice)).toList()));
        }
        return sums;
    }

    private RequestCounts requests() {
        Map<FailureKind, FailureCount> failures = new EnumMap<>(FailureKind.class);
        all.forEach(m -> m.requests()
                .failures()
                .forEach((kind, count) ->
                        failures.merge(kind, count, (a, b) -> new FailureCount(a.count() + b.count(), a.example()))));
        return new RequestCounts(
                total(m -> m.requests().attempted()),
                total(m -> m.requests().succeeded()),
                total(m -> m.requests().failed()),
                total(m -> m.requests().warmup()),
                total(m -> m.requests().cooldown()),
                total(m -> m.requests().inFlightAtEnd()),
                total(m -> m.requests().newConnections()),
                total(m -> m.requests().staleRetries()),
                failures);
    }

    private TokenCounts tokens() {
        boolean cached = all.stream().anyMatch(m -> m.tokens().cached() >= 0);
        TokensFrom from = all.stream()
                .map(m -> m.tokens().from())
                .max(Comparator.naturalOrder())
                .orElseThrow();
        return new TokenCounts(
                total(m -> m.tokens().prompt()),
                total(m -> m.tokens().output()),
                cached ? total(m -> Math.max(0, m.tokens().cached())) : -1,
                from,
                all.stream()
                        .map(m -> m.tokens().continued())
                        .reduce(TokenCounts.Continued.NONE, TokenCounts.Continued::plus),
                all.stream()
                        .map(m -> m.tokens().streamed())
                        .reduce(TokenCounts.Streamed.ONE_BY_ONE, TokenCounts.Streamed::plus));
    }

    private Window window() {
        return new Window(
                all.get(0).window().kind(),
                sum(m -> m.window().seconds()),
                sum(m -> m.window().steadySeconds()),
                sum(m -> m.window().wholeRunSeconds()),
                all.stream().anyMatch(m -> m.window().ratesFromWholeRun()));
    }

    private WholeRun wholeRun() {
        return new WholeRun(
                rates(m -> m.wholeRun().rates(), metric -> m -> m.window().wholeRunSeconds()));
    }

    /** Averages the rates that all have. */
    private Map<Metric, Double> rates(
            Function<Measurement, Map<Metric, Double>> rates, Function<Metric, ToDoubleFunction<Measurement>> weight) {
        Map<Metric, Double> means = new EnumMap<>(Metric.class);
        for (Metric metric : Metric.values()) {
            if (all.stream().allMatch(m -> rates.apply(m).containsKey(metric))) {
                means.put(metric, mean(m -> rates.apply(m).get(metric), weight.apply(metric)));
            }
        }
        return means;
    }

    private long total(ToLongFunction<Measurement> count) {
        return all.stream().mapToLong(count).sum();
    }

    private double sum(ToDoubleFunction<Measurement> value) {
        return all.stream().mapToDouble(value).sum();
    }

    private double mean(ToDoubleFunction<Measurement> value, ToDoubleFunction<Measurement> weight) {
        double weights = sum(weight);
        if (weights == 0) {
            return sum(value) / all.size();
        }
        return sum(m -> value.applyAsDouble(m) * weight.applyAsDouble(m)) / weights;
    }
}
