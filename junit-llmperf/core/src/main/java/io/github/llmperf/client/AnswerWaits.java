package io.github.llmperf.client;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * What a client saw of its own reading in one load. None of it is in a latency: bytes are stamped when they arrive, and the
 * user goes on at the end mark.
 *
 * @param unreadP50Ms how long bytes lay unread between their arrival and the thread of their request, median, in ms; NaN when
 *     nothing was read
 * @param unreadP99Ms 99th percentile of the same, in ms
 * @param unreadMaxMs the longest, in ms
 * @param heldOpen answers whose body the server kept open for more than 20 ms after the end mark
 */
@API(status = Status.INTERNAL, since = "0.1")
public record AnswerWaits(double unreadP50Ms, double unreadP99Ms, double unreadMaxMs, long heldOpen) {

    /** Nothing was read. */
    public static final AnswerWaits NONE = new AnswerWaits(Double.NaN, Double.NaN, Double.NaN, 0);

    /**
     * Tells whether any byte was read.
     *
     * @return false where the times are not known
     */
    public boolean isKnown() {
        return !Double.isNaN(unreadP99Ms);
    }

    /**
     * Returns the larger of each time, and all bodies.
     *
     * @param other of another load
     * @return the worse of the two
     */
    public AnswerWaits worse(AnswerWaits other) {
        if (!isKnown() || !other.isKnown()) {
            AnswerWaits known = isKnown() ? this : other;
            return new AnswerWaits(known.unreadP50Ms, known.unreadP99Ms, known.unreadMaxMs, heldOpen + other.heldOpen);
        }
        return new AnswerWaits(
                Math.max(unreadP50Ms, other.unreadP50Ms),
                Math.max(unreadP99Ms, other.unreadP99Ms),
                Math.max(unreadMaxMs, other.unreadMaxMs),
                heldOpen + other.heldOpen);
    }
}
