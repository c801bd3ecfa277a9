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
 * @param guard what must not get worse, and by how much
 * @param accept reason for accepting this run whatever the comparison says; null for none
 * @param trials most trials of one test, each a fresh start of the server; with {@link Mode#CALIBRATE} how many
 * @param environment name of the environment whose runs apply
 * @param anchor tag of the pinned runs that this one is also compared with; null for none
 * @param tag what this run is tagged with when it is stored, so that later ones can name it as their anchor; null for none
 * @param directory where runs are stored; null finds {@code baselines} up to the git root
 */
@API(status = Status.INTERNAL, since = "0.1")
public record BaselinePolicy(
        Mode mode,
        Guard guard,
        @Nullable String accept,
        int trials,
        String environment,
        @Nullable String anchor,
        @Nullable String tag,
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
     * Checks the trials.
     *
     * @throws IllegalArgumentException if there is not even one
     */
    public BaselinePolicy {
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
        return new BaselinePolicy(mode, Guard.standard(gated), null, 1, "default", null, null, null);
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
        return new BaselinePolicy(Mode.OFF, guard.optional(), null, trials, environment, null, null, directory);
    }

    /** Returns this policy for a run that is not accepted. */
    public BaselinePolicy withoutAcceptance() {
        return new BaselinePolicy(mode, guard, null, trials, environment, anchor, tag, directory);
    }

    /** Returns this policy for other measures. */
    public BaselinePolicy guarding(List<Measure> measures) {
        return new BaselinePolicy(mode, guard.of(measures), accept, trials, environment, anchor, tag, directory);
    }
}
