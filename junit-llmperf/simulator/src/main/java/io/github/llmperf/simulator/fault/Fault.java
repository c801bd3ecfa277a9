package io.github.llmperf.simulator.fault;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * A way in which a request goes wrong. Where several fall on one request, the first in this order happens.
 *
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public enum Fault {

    /** Refused with status 429 and a {@code Retry-After} header. */
    TOO_MANY_REQUESTS,
    /** Refused with status 500. */
    SERVER_ERROR,
    /** Breaks off in mid-stream with an error event, followed by {@code [DONE]}; not streamed: status 500. */
    STREAM_ERROR,
    /** The connection is closed in the middle of an event, or of the body when not streamed. */
    CUT,
    /** Nothing more is sent, and the connection stays open. */
    STALL
}
