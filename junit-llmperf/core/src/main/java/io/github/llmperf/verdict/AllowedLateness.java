package io.github.llmperf.verdict;

import io.github.llmperf.measure.Measurement;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.plan.LoadPlan;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * How much the generator may be late: 5 % of the smallest latency that a limit or the baseline looks at, at least 5 ms;
 * infinity where none is.
 *
 * @param ttftMs against latencies that begin with the request
 * @param gapMs against times between tokens
 */
record AllowedLateness(double ttftMs, double gapMs) {

    /** Generator lateness below which no latency is affected, in ms. */
    static final double FLOOR_MS = 5;

    private static final double PART = .05;

    static AllowedLateness of(LoadPlan plan, Measurement measurement, boolean compared) {
        return new AllowedLateness(
                smallest(plan, measurement, compared, metric -> isServerLatency(metric) && !isOfGaps(metric)),
                smallest(plan, measurement, compared, metric -> isServerLatency(metric) && isOfGaps(metric)));
    }

    /** For every latency that is limited or guarded. */
    double anyMs() {
        return Math.min(ttftMs, gapMs);
    }

    /** Returns whether no latency is limited or guarded. */
    boolean isAnything() {
        return Double.isInfinite(anyMs());
    }

    /**
     * Lateness that matters only beside the measured value does not affect a limit far above it, so the larger of limit
     * and measured value counts. Without a baseline nothing is guarded.
     */
    private static double smallest(LoadPlan plan, Measurement measurement, boolean compared, Predicate<Metric> of) {
        DoubleStream limited = plan.criteria().limits().limits().stream()
                .filter(limit -> of.test(limit.measure().metric()))
                .mapToDouble(limit -> Math.max(
                                limit.value(),
                                measurement.value(limit.measure()).orElse(0))
                        * spread(limit.measure().metric(), measurement));
        DoubleStream guarded = (compared
                        ? plan.criteria().baseline().guard().gated().stream()
                        : Stream.<Measure>empty())
                .filter(measure -> of.test(measure.metric()))
                .filter(measure -> measurement.value(measure).isPresent())
                .mapToDouble(
                        measure -> measurement.value(measure).getAsDouble() * spread(measure.metric(), measurement));
        OptionalDouble smallest = DoubleStream.concat(limited, guarded).min();
        return smallest.isPresent() ? Math.max(FLOOR_MS, PART * smallest.getAsDouble()) : Double.POSITIVE_INFINITY;
    }

    /** Latencies that a late wake-up of this program distorts; the server's own times are not among them. */
    static boolean isServerLatency(Metric metric) {
        return switch (metric) {
            case TTFT, TTFO, TTFE, TPOT, ITL, E2E, RESPONSE_TIME -> true;
            default -> false;
        };
    }

    private static boolean isOfGaps(Metric metric) {
        return metric == Metric.TPOT || metric == Metric.ITL;
    }

    /** TPOT averages over all tokens of a request, so one late wake-up is spread over all of them. */
    private static double spread(Metric metric, Measurement measurement) {
        double tokens = measurement.value(Measure.of(Metric.OUTPUT_TOKENS)).orElse(2);
        return metric == Metric.TPOT ? Math.max(1, tokens - 1) : 1;
    }
}
