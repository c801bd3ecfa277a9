package io.github.llmperf.client;

import io.github.llmperf.client.socket.Unread;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * What a client saw of its own reading in one load. None of it is in a latency: bytes are stamped when they arrive, and the
 * user goes on at the end mark.
 *
 * @param unread how long bytes lay unread
 * @param heldOpen answers whose body the server kept open for more than 20 ms after the end mark
 */
@API(status = Status.INTERNAL, since = "0.1")
public record AnswerWaits(Unread unread, long heldOpen) {

    /** Nothing was read. */
    public static final AnswerWaits NONE = new AnswerWaits(Unread.NONE, 0);

    /**
     * Returns the larger of each time, and all bodies.
     *
     * @param other of another load
     * @return the worse of the two
     */
    public AnswerWaits worse(AnswerWaits other) {
        return new AnswerWaits(unread.worse(other.unread), heldOpen + other.heldOpen);
    }
}
