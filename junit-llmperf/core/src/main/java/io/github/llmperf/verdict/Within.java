package io.github.llmperf.verdict;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * How exactly runs know their own value: variances that come from the requests inside a run, on the transformed scale.
 *
 * @param stored of one stored run, averaged; 0 when not known
 * @param candidate of one trial, averaged; 0 when not known
 */
@API(status = Status.INTERNAL, since = "0.1")
public record Within(double stored, double candidate) {

    /** Nothing is known, so that trials are taken to be as exact as stored runs. */
    public static final Within UNKNOWN = new Within(0, 0);

    /**
     * Returns the variances for standard deviations that may be missing. Where those of the stored runs are not known, that
     * of the candidate is not used either: it is part of the variance between stored runs and would count twice.
     *
     * @param stored standard deviations inside stored runs, of as many as know theirs
     * @param candidate standard deviations inside trials, of as many as know theirs
     * @return the mean variances
     */
    public static Within of(double[] stored, double[] candidate) {
        return stored.length == 0 || candidate.length == 0
                ? UNKNOWN
                : new Within(meanSquare(stored), meanSquare(candidate));
    }

    private static double meanSquare(double[] values) {
        DoubleStream squares = Arrays.stream(values).map(value -> value * value);
        return squares.average().orElseThrow();
    }
}
