package io.github.llmperf.verdict;

import io.github.llmperf.measure.Measurement;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Quantity;
import io.github.llmperf.plan.BaselinePolicy;
import io.github.llmperf.verdict.PairedRuns.Pair;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * One guarded measure of both targets, before the measures are decided together.
 *
 * @param against the second target
 * @param measure what is compared
 * @param difference on the transformed scale, positive is worse
 * @param delta accepted worsening on the same scale
 * @param tolerance accepted worsening, relative; of the error rate in parts of one
 * @param allowed the tolerance in words
 * @param baseline centre of the second target's loads, in the metric's unit
 * @param candidate centre of the own target's loads
 * @param n samples of the own target
 * @param worse pairs in which the own target was worse
 * @param changeOf relative change of the value that belongs to a shift on the transformed scale
 */
record PairedComparison(
        Reference against,
        Measure measure,
        PairedDifference difference,
        double delta,
        double tolerance,
        String allowed,
        double baseline,
        double candidate,
        long n,
        int worse,
        DoubleUnaryOperator changeOf) {

    private static final Measure ERROR_RATE = Measure.of(Metric.ERROR_RATE);

    /** Compares a latency or a rate on the log scale; there are at least two values of each target. */
    static PairedComparison of(
            BaselinePolicy policy, Reference against, Measure measure, double[] own, double[] other, long n) {
        int sign = measure.metric().better().worseSign();
        double[] x = logs(sign, own);
        double[] y = logs(sign, other);
        double baseline = centre(sign, y);
        double relative = policy.toleranceFor(measure);
        double unnoticed = LogComparison.unnoticed(measure.metric());
        double tolerance = Math.max(relative, unnoticed / baseline);
        String allowed = tolerance > relative
                ? new Quantity(unnoticed, measure.metric().unit()).toString()
                : Words.percent(relative);
        return new PairedComparison(
                against,
                measure,
                PairedDifference.of(x, y),
                Math.log1p(tolerance),
                tolerance,
                allowed,
                baseline,
                centre(sign, x),
                n,
                worse(x, y),
                shift -> Math.expm1(sign * shift));
    }

    private static double[] logs(int sign, double[] values) {
        return Arrays.stream(values)
                .map(value -> sign * LogComparison.log(value))
                .toArray();
    }

    private static double centre(int sign, double[] logs) {
        return Math.exp(sign * Arrays.stream(logs).average().orElseThrow());
    }

    private static int worse(double[] x, double[] y) {
        return (int) IntStream.range(0, x.length).filter(i -> x[i] > y[i]).count();
    }

    /**
     * Compares the error rates on the arcsine scale, where their variance depends on the number of requests alone; less
     * than that is never believed.
     */
    static PairedComparison ofErrors(Reference against, List<Pair> pairs) {
        double[] x = scaled(pairs, Pair::own);
        double[] y = scaled(pairs, Pair::other);
        double least = pairs.stream()
                .mapToDouble(pair -> ErrorRateComparison.variance(
                                pair.own().requests().attempted())
                        + ErrorRateComparison.variance(pair.other().requests().attempted()))
                .average()
                .orElseThrow();
        double centre = Arrays.stream(y).average().orElseThrow();
        double change = ErrorRateComparison.LEAST_CHANGE;
        return new PairedComparison(
                against,
                ERROR_RATE,
                PairedDifference.of(x, y, least),
                Math.asin(Math.sqrt(Math.min(1, ErrorRateComparison.rate(centre) + change))) - centre,
                change,
                "1 percentage point",
                100 * rate(pairs, Pair::other),
                100 * rate(pairs, Pair::own),
                attempted(pairs, Pair::own),
                worse(x, y),
                shift -> ErrorRateComparison.rate(centre + shift) / ErrorRateComparison.rate(centre) - 1);
    }

    private static double[] scaled(List<Pair> pairs, Function<Pair, Measurement> side) {
        return pairs.stream()
                .map(side)
                .mapToDouble(m -> ErrorRateComparison.scaled(
                        m.requests().failed(), m.requests().attempted()))
                .toArray();
    }

    private static long attempted(List<Pair> pairs, Function<Pair, Measurement> side) {
        return pairs.stream().map(side).mapToLong(m -> m.requests().attempted()).sum();
    }

    static long failed(List<Pair> pairs, Function<Pair, Measurement> side) {
        return pairs.stream().map(side).mapToLong(m -> m.requests().failed()).sum();
    }

    private static double rate(List<Pair> pairs, Function<Pair, Measurement> side) {
        return (double) failed(pairs, side) / attempted(pairs, side);
    }

    RunLevelRule.Case toCase() {
        return new RunLevelRule.Case(difference, delta);
    }

    /** Returns the finding, still without its sentence. */
    Finding.Comparison finding(Verdict verdict, double alpha) {
        double side = changeAt(-1);
        double otherSide = changeAt(1);
        return new Finding.Comparison(
                measure,
                against,
                verdict,
                baseline,
                candidate,
                changeOf.applyAsDouble(difference.shift()),
                Math.min(side, otherSide),
                Math.max(side, otherSide),
                tolerance,
                difference.pWorse(),
                n,
                1,
                difference.pairs(),
                worsening(Math.sqrt(difference.variance())),
                worsening(difference.detectable(alpha, delta)),
                difference.pairsNeeded(alpha, delta),
                "");
    }

    private double changeAt(int side) {
        return changeOf.applyAsDouble(difference.shift() + side * difference.reach(.95));
    }

    /** Returns a shift as a worsening by a factor, whichever way the value moves. */
    private double worsening(double shift) {
        double change = changeOf.applyAsDouble(shift);
        return change < 0 ? 1 / (1 + change) - 1 : change;
    }
}
