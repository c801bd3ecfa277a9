package io.github.llmperf.verdict;

import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Verdict;
import java.util.Arrays;
import java.util.List;

/**
 * Compares the error rate on the arcsine scale, where its variance depends on the number of requests alone: F. J.
 * Anscombe, "The transformation of Poisson, binomial and negative-binomial data", Biometrika 35 (1948), 246–254.
 * Failures come in bursts, so twice the binomial variance is assumed from run to run, and never less than once.
 *
 * @param material whether the change is at least 1 percentage point and rests on at least 3 failures; anything smaller
 *     passes whatever its significance
 */
record ErrorRateComparison(ComparedMeasure compared, boolean material) {

    static final Measure MEASURE = Measure.of(Metric.ERROR_RATE);

    static final double LEAST_CHANGE = .01;
    /** The finding for a change that passes regardless of its significance. */
    private static final int LEAST_FAILURES = 3;

    /** Compares; there is a stored run and a trial, and each has attempted something. */
    static ErrorRateComparison of(Reference against, List<Attempts> stored, List<Attempts> trials) {
        double[] y = scaled(stored);
        double[] x = scaled(trials);
        double centre = Arrays.stream(y).average().orElseThrow();
        double within = variance(stored);
        RunDifference.Noise noise =
                new RunDifference.Noise(RunDifference.variance(y), 2 * within, within, within, variance(trials));
        Rank rank = Rank.of(rates(stored), rates(trials));
        return of(
                against,
                RunDifference.of(y, x, noise),
                centre,
                new Sides(stored, trials, rate(stored), rate(trials)),
                new ComparisonDetail.Ranked(rank));
    }

    /** Compares load by load; there are at least two pairs, and each load has attempted something. */
    static ErrorRateComparison ofPairs(Reference against, List<Attempts> own, List<Attempts> other) {
        double[] y = scaled(other);
        double[] x = scaled(own);
        // The variance is never assumed to be below the binomial one.
        double least = variance(own) + variance(other);
        int worse = LogComparison.worse(x, y);
        return of(
                against,
                PairedDifference.of(x, y, least),
                Arrays.stream(y).average().orElseThrow(),
                new Sides(other, own, pooled(other), pooled(own)),
                new ComparisonDetail.InPairs(worse));
    }

    /** Returns the findings that can never be claimed, and so take no share of alpha from the other measures. */
    Finding.Comparison immaterial(double alpha) {
        return compared.as(new ComparisonDetail.Immaterial()).finding(Verdict.PASS, alpha);
    }

    /** Both sides with their rates. */
    private record Sides(List<Attempts> stored, List<Attempts> trials, double baseline, double candidate) {

        long failuresOfTheWorse() {
            List<Attempts> worse = candidate > baseline ? trials : stored;
            return worse.stream().mapToLong(Attempts::failed).sum();
        }
    }

    private static ErrorRateComparison of(
            Reference against, Difference difference, double centre, Sides sides, ComparisonDetail standing) {
        ComparedMeasure compared = new ComparedMeasure(
                new Subject(MEASURE, against, LEAST_CHANGE),
                difference,
                Math.asin(Math.sqrt(Math.min(1, rate(centre) + LEAST_CHANGE))) - centre,
                100 * sides.baseline(),
                100 * sides.candidate(),
                sides.trials().stream().mapToLong(Attempts::attempted).sum(),
                standing,
                shift -> rate(centre + shift) / rate(centre) - 1);
        return new ErrorRateComparison(
                compared, isMaterial(sides.candidate(), sides.baseline(), sides.failuresOfTheWorse()));
    }

    /**
     * What became of the requests of one run.
     *
     * @param attempted of how many, 1 or more
     */
    record Attempts(long failed, long attempted) {

        double rate() {
            return (double) failed / attempted;
        }
    }

    /** A rate that differs by exactly the threshold is material, whatever the last binary digit says. */
    private static boolean isMaterial(double candidate, double baseline, long failures) {
        return Math.abs(candidate - baseline) >= LEAST_CHANGE - 1e-12 && failures >= LEAST_FAILURES;
    }

    private static double[] rates(List<Attempts> runs) {
        return runs.stream().mapToDouble(Attempts::rate).toArray();
    }

    private static double pooled(List<Attempts> loads) {
        return (double) loads.stream().mapToLong(Attempts::failed).sum()
                / loads.stream().mapToLong(Attempts::attempted).sum();
    }

    private static double rate(List<Attempts> runs) {
        return Arrays.stream(rates(runs)).average().orElseThrow();
    }

    private static double[] scaled(List<Attempts> runs) {
        return runs.stream()
                .mapToDouble(run -> scaled(run.failed(), run.attempted()))
                .toArray();
    }

    private static double scaled(long failed, long attempted) {
        return Math.asin(Math.sqrt((failed + .375) / (attempted + .75)));
    }

    private static double variance(List<Attempts> runs) {
        return runs.stream()
                .mapToDouble(run -> variance(run.attempted()))
                .average()
                .orElseThrow();
    }

    private static double variance(long attempted) {
        return 1 / (4. * attempted + 2);
    }

    private static double rate(double scaled) {
        double sine = Math.sin(Math.min(Math.max(scaled, 0), Math.PI / 2));
        return sine * sine;
    }
}
