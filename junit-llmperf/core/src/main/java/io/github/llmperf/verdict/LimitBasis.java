package io.github.llmperf.verdict;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * What the value of a limited measure rests on.
 *
 * @param kind how far the value can be held against the limit
 * @param failed requests that failed
 * @param infinite failed requests among the samples, each of which counts as infinite
 * @param unfinished requests among the samples that the end of the run cut off, each of which counts with the time it had
 *     taken
 * @param inOnePiece answers that came in one piece, and so have no time between tokens
 * @param hiddenUnknown answers with reasoning that was neither sent nor counted apart
 */
@API(status = Status.INTERNAL, since = "0.1")
public record LimitBasis(Kind kind, long failed, long infinite, long unfinished, long inOnePiece, long hiddenUnknown) {

    /** How far a value can be held against a limit. */
    public enum Kind {
        /** It can be judged. */
        JUDGED,
        /** It can be judged: it is the least that is possible, since requests were cut off. */
        AT_LEAST,
        /** It meets the limit, but requests that were cut off had taken longer than any that ended. */
        UNFINISHED,
        /** There are no samples. */
        NO_SAMPLES,
        /** There are too few samples for the percentile to exist. */
        TOO_FEW,
        /** There are too few samples, but it stays broken were all missing ones good. */
        BROKEN_ALREADY,
        /** It covers only a small share of the answers. */
        MOSTLY_UNSEEN,
        /** The run was ended early, with too few samples. */
        ENDED_EARLY
    }

    LimitBasis as(Kind other) {
        return new LimitBasis(other, failed, infinite, unfinished, inOnePiece, hiddenUnknown);
    }
}
