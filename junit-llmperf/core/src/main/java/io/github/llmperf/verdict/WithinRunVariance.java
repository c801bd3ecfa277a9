package io.github.llmperf.verdict;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * The precision of runs: variances due to the requests inside a run, on the transformed scale.
 *
 * @param stored of one stored run, averaged; 0 when not known
 * @param candidate of one trial, averaged; 0 when not known
 */
@API(status = Status.INTERNAL, since = "0.1")
public record WithinRunVariance(double stored, double candidate) {

    /** Nothing is known, so trials are assumed to be as precise as stored runs. */
    public static final WithinRunVariance UNKNOWN = new WithinRunVariance(0, 0);

    /**
     * Returns the variances for standard deviations that may be missing. Where those of the stored runs are not known, that
     * of the candidate is not used either: it is part of the variance between stored runs and would count twice.
     *
     * @param stored standard deviations inside stored runs, of as many as know theirs
     * @param candidate standard deviations inside trials, of as many as know theirs
     * @return the mean variances
     */
    public static WithinRunVariance of(double[] stored, double[] candidate) {
        return stored.length == 0 || candidate.length == 0
                ? UNKNOWN
                : new WithinRunVariance(meanSquare(stored), meanSquare(candidate));
    }

    private static double meanSquare(double[] values) {
        DoubleStream squares = Arrays.stream(values).map(value -> value * value);
        return squares.average().orElseThrow();
    }
}
