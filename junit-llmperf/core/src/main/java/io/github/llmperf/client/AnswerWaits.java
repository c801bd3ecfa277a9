package io.github.llmperf.client;

import io.github.llmperf.client.socket.Unread;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * How promptly a client read its answers in one load. No latency includes this: bytes are stamped when they arrive, and
 * the user continues at the end mark.
 *
 * @param unread how long bytes lay unread
 * @param heldOpen answers whose body the server kept open for more than 20 ms after the end mark
 */
@API(status = Status.INTERNAL, since = "0.1")
public record AnswerWaits(Unread unread, long heldOpen) {

    /** Nothing was read. */
    public static final AnswerWaits NONE = new AnswerWaits(Unread.NONE, 0);

    /** Returns the larger of each time, and all bodies. */
    public AnswerWaits worse(AnswerWaits other) {
        return new AnswerWaits(unread.worse(other.unread), heldOpen + other.heldOpen);
    }
}
