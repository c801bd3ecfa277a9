package io.github.llmperf.metric;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * What a run came to, from the best to the worst: the verdict of a test is the worst of its findings.
 *
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public enum Verdict {
    /** Limits met; shown to be better than the baseline by more than the tolerance. The test passes. */
    IMPROVED,
    /** Limits met; shown to be no worse than the tolerance, or no baseline asked for. The test passes. */
    PASS,
    /**
     * Limits met; nothing comparable stored. The test passes, unless {@code llmperf.baseline.required} or
     * {@code llmperf.gate} is set.
     */
    NO_BASELINE,
    /**
     * Limits met, no regression shown, but the data cannot exclude one of the tolerance's size. The test passes, unless
     * {@code llmperf.strict} is set.
     */
    UNDECIDED,
    /** Worse than the baseline by more than the tolerance, and by more than chance. The test fails. */
    REGRESSION,
    /** An absolute limit is broken. The test fails. */
    SLA_VIOLATED,
    /**
     * The run itself cannot be judged. The test is aborted before its body, or fails where {@code llmperf.strict} or
     * {@code llmperf.gate} is set.
     */
    INVALID,
    /** Target down, nothing succeeded, bad configuration. The test fails before its body. */
    ERROR;

    /**
     * Returns the worse of two verdicts; where a run improved in one measure and merely passed in others, it improved.
     *
     * @param other another verdict
     * @return the one that decides
     */
    public Verdict and(Verdict other) {
        if (this == PASS && other == IMPROVED) {
            return IMPROVED;
        }
        if (this == IMPROVED && other == PASS) {
            return IMPROVED;
        }
        return compareTo(other) >= 0 ? this : other;
    }

    /**
     * Returns whether the run itself could be judged, so that it may be stored.
     *
     * @return false for {@link #INVALID} and {@link #ERROR}
     */
    public boolean isJudged() {
        return this != INVALID && this != ERROR;
    }

    /**
     * Returns the verdict as reports write it.
     *
     * @return such as {@code SLA VIOLATED}
     */
    public String words() {
        return name().replace('_', ' ');
    }
}
