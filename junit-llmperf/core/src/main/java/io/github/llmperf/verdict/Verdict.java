package io.github.llmperf.verdict;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * What a run came to, from the best to the worst: the verdict of a test is the worst of its findings.
 *
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public enum Verdict {
    /** Limits met; shown to be better than the baseline by more than the tolerance. */
    IMPROVED,
    /** Limits met; shown to be no worse than the tolerance, or no baseline asked for. */
    PASS,
    /** Limits met; nothing comparable stored. */
    NO_BASELINE,
    /** Limits met, no regression shown, but the data cannot exclude one of the tolerance's size. */
    UNDECIDED,
    /** Significantly and materially worse than the baseline. */
    REGRESSION,
    /** An absolute limit is broken. */
    SLA_VIOLATED,
    /** The run itself cannot be judged. */
    INVALID,
    /** Target down, nothing succeeded, bad configuration. */
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
     * Tells whether the run itself could be judged, so that it may be stored.
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
