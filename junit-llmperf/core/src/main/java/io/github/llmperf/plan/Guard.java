package io.github.llmperf.plan;

import io.github.llmperf.metric.Measure;
import java.util.List;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Which measures must not get worse, by how much, and how sure a comparison has to be.
 *
 * @param gated measures that are compared
 * @param tolerance relative worsening that is accepted, such as .10
 * @param tailTolerance the same for percentiles of 90 and above, such as .15
 * @param alpha chance of a false alarm per cell, such as .01
 * @param assumedNoise run-to-run standard deviation assumed while few runs are stored, such as .10
 * @param required whether having nothing comparable fails the test
 */
@API(status = Status.INTERNAL, since = "0.1")
public record Guard(
        List<Measure> gated,
        double tolerance,
        double tailTolerance,
        double alpha,
        double assumedNoise,
        boolean required) {

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if a number is out of range
     */
    public Guard {
        gated = List.copyOf(gated);
        requireBetween("tolerance", tolerance, 0, 10);
        requireBetween("tailTolerance", tailTolerance, 0, 10);
        requireBetween("alpha", alpha, 0, .5);
        requireBetween("assumedNoise", assumedNoise, 0, 1);
    }

    /**
     * Returns the guard of a test that changes no setting.
     *
     * @return tolerance 10 %, tails 15 %, alpha .01, assumed noise 10 %
     */
    public static Guard standard(List<Measure> gated) {
        return new Guard(gated, .10, .15, .01, .10, false);
    }

    /** Returns this guard where nothing comparable is no failure. */
    Guard optional() {
        return new Guard(gated, tolerance, tailTolerance, alpha, assumedNoise, false);
    }

    /** Returns this guard of other measures. */
    Guard of(List<Measure> measures) {
        return new Guard(measures, tolerance, tailTolerance, alpha, assumedNoise, required);
    }

    private static void requireBetween(String what, double value, double low, double high) {
        if (!(value > low && value <= high)) {
            throw new IllegalArgumentException(
                    what + " must be above " + low + " and at most " + high + ", but is " + value);
        }
    }

    /**
     * Returns the tolerance that applies to a measure.
     *
     * @return {@link #tailTolerance()} for percentiles of 90 and above, else {@link #tolerance()}
     */
    public double toleranceFor(Measure measure) {
        return measure.statistic().isTail() ? tailTolerance : tolerance;
    }
}
