package io.github.llmperf.verdict;

import io.github.llmperf.metric.Direction;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Unit;
import io.github.llmperf.plan.BaselinePolicy;
import io.github.llmperf.plan.CapacityPlan;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/** Compares a latency or a rate on the log scale, where a change by a factor weighs the same everywhere. */
final class LogComparison {

    /** Run-to-run standard deviation below which none is believed. */
    static final double FLOOR_SD = .02;

    /**
     * Resolution of all recorded values, in their units; smaller values are raised to it, since zero has no logarithm.
     */
    private static final double RESOLUTION = .001;

    private LogComparison() {}

    /** Compares; there is at least one stored value and one trial, and none is missing in a trial. */
    static ComparedMeasure of(BaselinePolicy policy, Measure measure, Reference against, Samples samples) {
        return of(policy, measure, against, samples, RunDifference::of);
    }

    /** Does the same with builds in the place of trials. */
    static ComparedMeasure ofBuilds(BaselinePolicy policy, Measure measure, Reference against, Samples samples) {
        return of(policy, measure, against, samples, RunDifference::ofBuilds);
    }

    /** How stored values and those that are judged differ. */
    private interface Rule {
        RunDifference of(double[] stored, double[] judged, double assumedSd, double floorSd, WithinRunVariance within);
    }

    private static ComparedMeasure of(
            BaselinePolicy policy, Measure measure, Reference against, Samples samples, Rule rule) {
        int worse = measure.metric().better().worseSign();
        double[] y = scaled(worse, samples.stored());
        double[] x = scaled(worse, samples.trials());
        Rank rank = Rank.of(y, x);
        return of(
                policy,
                measure,
                against,
                rule.of(y, x, policy.guard().assumedNoise(), floor(measure.metric()), samples.within()),
                new Centres(centre(worse, y), centre(worse, x), samples.n()),
                new ComparisonDetail.Ranked(rank));
    }

    /** A search result is no more precise than its step size. */
    private static double floor(Metric metric) {
        return metric.isOfSearch() ? CapacityPlan.RESOLUTION : FLOOR_SD;
    }

    /** Compares a second target with the own one, load by load; there are at least two values of each. */
    static ComparedMeasure ofPairs(
            BaselinePolicy policy, Measure measure, Reference against, List<Double> own, List<Double> other, long n) {
        int worse = measure.metric().better().worseSign();
        double[] x = scaled(worse, own);
        double[] y = scaled(worse, other);
        int pairs = worse(x, y);
        return of(
                policy,
                measure,
                against,
                PairedDifference.of(x, y),
                new Centres(centre(worse, y), centre(worse, x), n),
                new ComparisonDetail.InPairs(pairs));
    }

    /**
     * What both sides amount to.
     *
     * @param baseline of what it is compared with, in the metric's unit
     * @param candidate of what is judged
     * @param n samples behind the candidate
     */
    private record Centres(double baseline, double candidate, long n) {}

    private static ComparedMeasure of(
            BaselinePolicy policy,
            Measure measure,
            Reference against,
            Difference difference,
            Centres centres,
            ComparisonDetail standing) {
        double relative = policy.guard().toleranceFor(measure);
        double unnoticed = unnoticed(measure.metric());
        double tolerance = Math.max(relative, unnoticed / centres.baseline());
        int worse = measure.metric().better().worseSign();
        return new ComparedMeasure(
                new Subject(
                        measure,
                        against,
                        tolerance,
                        tolerance > relative ? OptionalDouble.of(unnoticed) : OptionalDouble.empty(),
                        false),
                difference,
                Math.log1p(tolerance),
                centres.baseline(),
                centres.candidate(),
                centres.n(),
                standing,
                shift -> Math.expm1(worse * shift));
    }

    /**
     * Values of one measure, in the metric's unit.
     *
     * @param stored of the stored runs
     * @param within how exactly they are known
     * @param n samples behind the trials
     */
    record Samples(List<Double> stored, List<Double> trials, WithinRunVariance within, long n) {}

    private static double[] scaled(int worse, List<Double> values) {
        return values.stream().mapToDouble(value -> worse * log(value)).toArray();
    }

    /** Returns in how many pairs the first is worse. */
    static int worse(double[] x, double[] y) {
        return (int) IntStream.range(0, x.length).filter(i -> x[i] > y[i]).count();
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
