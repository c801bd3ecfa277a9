package io.github.llmperf.verdict;

import io.github.llmperf.metric.Direction;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Quantity;
import io.github.llmperf.metric.Unit;
import io.github.llmperf.plan.BaselinePolicy;
import java.util.Arrays;
import java.util.List;

/** Compares a latency or a rate on the log scale, where a change by a factor weighs the same everywhere. */
final class LogComparison {

    /** Run-to-run standard deviation below which none is believed. */
    static final double FLOOR_SD = .02;

    /** Resolution of all recorded values, in their units: nothing is smaller, and zero has no logarithm. */
    private static final double RESOLUTION = .001;

    private LogComparison() {}

    /** Compares; there is at least one stored value and one trial, and none is missing in a trial. */
    static Compared of(BaselinePolicy policy, Measure measure, Reference against, Samples samples) {
        int worse = measure.metric().better().worseSign();
        double[] y = scaled(worse, samples.stored());
        double[] x = scaled(worse, samples.trials());
        double baseline = centre(worse, y);
        double relative = policy.toleranceFor(measure);
        double unnoticed = unnoticed(measure.metric());
        double tolerance = Math.max(relative, unnoticed / baseline);
        String allowed = tolerance > relative
                ? new Quantity(unnoticed, measure.metric().unit()).toString()
                : Words.percent(relative);
        return new Compared(
                measure,
                against,
                RunDifference.of(y, x, policy.assumedNoise(), FLOOR_SD, samples.within()),
                Math.log1p(tolerance),
                tolerance,
                allowed,
                baseline,
                centre(worse, x),
                samples.n(),
                Rank.of(y, x),
                shift -> Math.expm1(worse * shift));
    }

    /**
     * Values of one measure, in the metric's unit.
     *
     * @param stored of the stored runs
     * @param trials of the trials
     * @param within how exactly they are known
     * @param n samples behind the trials
     */
    record Samples(List<Double> stored, List<Double> trials, Within within, long n) {}

    private static double[] scaled(int worse, List<Double> values) {
        return values.stream().mapToDouble(value -> worse * log(value)).toArray();
    }

    /** Returns the geometric mean. */
    private static double centre(int worse, double[] scaled) {
        return Math.exp(worse * Arrays.stream(scaled).average().orElseThrow());
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
