package io.github.llmperf.plan;

import io.github.llmperf.metric.Measure;
import java.nio.file.Path;
import java.util.List;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.Nullable;

/**
 * How stored runs guard a test.
 *
 * @param mode whether to compare, to compare and record, or neither
 * @param tolerance relative worsening that is accepted, such as .10
 * @param tailTolerance the same for percentiles of 90 and above, such as .15
 * @param gated measures that are compared
 * @param required whether having nothing comparable fails the test
 * @param accept reason for accepting this run whatever the comparison says; null for none
 * @param alpha chance of a false alarm per cell, such as .01
 * @param assumedNoise run-to-run standard deviation assumed while few runs are stored, such as .10
 * @param environment name of the environment whose runs apply
 * @param anchor tag of the pinned runs that this one is also compared with; null for none
 * @param tag what this run is tagged with when it is stored, so that later ones can name it as their anchor; null for none
 * @param trials most trials of one test, each a fresh start of the server; with {@link Mode#CALIBRATE} how many
 * @param directory where runs are stored; null finds {@code baselines} up to the git root
 */
@API(status = Status.INTERNAL, since = "0.1")
public record BaselinePolicy(
        Mode mode,
        double tolerance,
        double tailTolerance,
        List<Measure> gated,
        boolean required,
        @Nullable String accept,
        double alpha,
        double assumedNoise,
        String environment,
        @Nullable String anchor,
        @Nullable String tag,
        int trials,
        @Nullable Path directory) {

    /** Neither comparison nor record; every other setting as nobody has changed it. */
    public static final BaselinePolicy NONE = standard(Mode.OFF, List.of());

    /** What happens with stored runs. */
    public enum Mode {
        /** Compare with stored runs, write nothing. */
        COMPARE,
        /** Compare first, then append this run. */
        RECORD,
        /** Neither read nor write. */
        OFF,
        /** Run several unchanged trials and say how much they differ; compare with nothing, write nothing. */
        CALIBRATE
    }

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if a number is out of range
     */
    public BaselinePolicy {
        gated = List.copyOf(gated);
        requireBetween("tolerance", tolerance, 0, 10);
        requireBetween("tailTolerance", tailTolerance, 0, 10);
        requireBetween("alpha", alpha, 0, .5);
        requireBetween("assumedNoise", assumedNoise, 0, 1);
        if (trials < 1) {
            throw new IllegalArgumentException("trials must be 1 or more, but is " + trials);
        }
    }

    /**
     * Returns the policy of a test that changes no setting.
     *
     * @return tolerance 10 %, tails 15 %, alpha .01, assumed noise 10 %, one trial
     */
    public static BaselinePolicy standard(Mode mode, List<Measure> gated) {
        return new BaselinePolicy(mode, .10, .15, gated, false, null, .01, .10, "default", null, null, 1, null);
    }

    /**
     * Returns whether this run is compared with others, now or, once recorded, later.
     *
     * @return false for {@link Mode#OFF} and {@link Mode#CALIBRATE}
     */
    public boolean compares() {
        return mode == Mode.COMPARE || mode == Mode.RECORD;
    }

    /**
     * Returns this policy for a run that is compared with something else than stored runs: tolerances, measures and alpha
     * stay, nothing is read or written.
     */
    public BaselinePolicy withoutStoredRuns() {
        return new BaselinePolicy(
                Mode.OFF,
                tolerance,
                tailTolerance,
                gated,
                false,
                null,
                alpha,
                assumedNoise,
                environment,
                null,
                null,
                trials,
                directory);
    }

    /** Returns this policy for other measures. */
    public BaselinePolicy guarding(List<Measure> measures) {
        return new BaselinePolicy(
                mode,
                tolerance,
                tailTolerance,
                measures,
                required,
                accept,
                alpha,
                assumedNoise,
                environment,
                anchor,
                tag,
                trials,
                directory);
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
