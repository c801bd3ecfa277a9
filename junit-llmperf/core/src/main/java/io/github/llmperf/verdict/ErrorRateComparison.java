package io.github.llmperf.verdict;

import io.github.llmperf.baseline.BaselineRun;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * Compares the error rate on the arcsine scale, where its variance depends on the number of requests alone: F. J.
 * Anscombe, "The transformation of Poisson, binomial and negative-binomial data", Biometrika 35 (1948), 246–254.
 * Failures come in bursts, so twice the binomial variance is assumed from run to run, and never less than once.
 *
 * @param compared the comparison
 * @param material whether the change is at least 1 percentage point and rests on at least 3 failures; anything smaller
 *     passes whatever its significance
 */
record ErrorRateComparison(Compared compared, boolean material) {

    static final Measure MEASURE = Measure.of(Metric.ERROR_RATE);

    static final double LEAST_CHANGE = .01;
    /** What is said of a change that passes whatever its significance. */
    static final String IMMATERIAL = ": less than 1 percentage point or 3 failures apart";

    private static final int LEAST_FAILURES = 3;

    /** Compares; there is at least one stored run, and each has attempted something. */
    static ErrorRateComparison of(List<BaselineRun> runs, Measurement measurement) {
        double[] y = runs.stream()
                .mapToDouble(run -> scaled(run.counts().failed(), run.counts().attempted()))
                .toArray();
        long failed = measurement.requests().failed();
        long attempted = measurement.requests().attempted();
        double x = scaled(failed, attempted);
        double centre = Arrays.stream(y).average().orElseThrow();
        double within = runs.stream()
                .mapToDouble(run -> variance(run.counts().attempted()))
                .average()
                .orElseThrow();
        RunDifference.Noise noise =
                new RunDifference.Noise(RunDifference.variance(y), 2 * within, within, within, variance(attempted));
        double baseline = rates(runs).average().orElseThrow();
        double candidate = (double) failed / attempted;
        long failures = candidate > baseline
                ? failed
                : runs.stream().mapToLong(run -> run.counts().failed()).sum();
        Compared compared = new Compared(
                MEASURE,
                RunDifference.of(y, x, noise),
                Math.asin(Math.sqrt(Math.min(1, rate(centre) + LEAST_CHANGE))) - centre,
                LEAST_CHANGE,
                "1 percentage point",
                100 * baseline,
                100 * candidate,
                attempted,
                (int) rates(runs).filter(rate -> rate < candidate).count(),
                shift -> rate(centre + shift) / rate(centre) - 1);
        return new ErrorRateComparison(compared, isMaterial(candidate, baseline, failures));
    }

    /** A rate that differs by exactly the threshold is material, whatever the last binary digit says. */
    static boolean isMaterial(double candidate, double baseline, long failures) {
        return Math.abs(candidate - baseline) >= LEAST_CHANGE - 1e-12 && failures >= LEAST_FAILURES;
    }

    private static DoubleStream rates(List<BaselineRun> runs) {
        return runs.stream()
                .mapToDouble(
                        run -> (double) run.counts().failed() / run.counts().attempted());
    }

    static double scaled(long failed, long attempted) {
        return Math.asin(Math.sqrt((failed + .375) / (attempted + .75)));
    }

    static double variance(long attempted) {
        return 1 / (4. * attempted + 2);
    }

    static double rate(double scaled) {
        double sine = Math.sin(Math.min(Math.max(scaled, 0), Math.PI / 2));
        return sine * sine;
    }
}
