package io.github.llmperf.verdict;

import io.github.llmperf.metric.Direction;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Quantity;
import io.github.llmperf.metric.Unit;
import io.github.llmperf.plan.BaselinePolicy;
import java.util.Arrays;

/** Compares a latency or a rate on the log scale, where a change by a factor weighs the same everywhere. */
final class LogComparison {

    /** Run-to-run standard deviation below which none is believed. */
    static final double FLOOR_SD = .02;

    /** Resolution of all recorded values, in their units: nothing is smaller, and zero has no logarithm. */
    private static final double RESOLUTION = .001;

    private LogComparison() {}

    /** Compares; there is at least one stored value. */
    static Compared of(BaselinePolicy policy, Measure measure, double[] stored, double candidate, long n) {
        int worse = measure.metric().better().worseSign();
        double[] y = Arrays.stream(stored).map(value -> worse * log(value)).toArray();
        double x = worse * log(candidate);
        double baseline = Math.exp(worse * Arrays.stream(y).average().orElseThrow());
        double relative = policy.toleranceFor(measure);
        double unnoticed = unnoticed(measure.metric());
        double tolerance = Math.max(relative, unnoticed / baseline);
        String allowed = tolerance > relative
                ? new Quantity(unnoticed, measure.metric().unit()).toString()
                : Words.percent(relative);
        return new Compared(
                measure,
                RunDifference.of(y, x, policy.assumedNoise(), FLOOR_SD),
                Math.log1p(tolerance),
                tolerance,
                allowed,
                baseline,
                candidate,
                n,
                (int) Arrays.stream(y).filter(value -> value < x).count(),
                shift -> Math.expm1(worse * shift));
    }

    static double log(double value) {
        return Math.log(Math.max(value, RESOLUTION));
    }

    /** Returns the change of a latency that nobody can notice, in its unit: 0.2 ms between tokens, 2 ms elsewhere. */
    static double unnoticed(Metric metric) {
        if (metric.better() != Direction.LOWER) {
            return 0;
        }
        return switch (metric) {
            case TPOT, ITL, SERVER_TPOT -> .2;
            default -> metric.unit() == Unit.MILLISECONDS ? 2 : 0;
        };
    }
}
