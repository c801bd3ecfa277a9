package io.github.llmperf.protocol;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * What one event of a streamed answer brought, as far as its time matters.
 *
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public enum StreamEvent {
    /** No output: a role, a ping with data, usage, filter results. */
    OTHER,
    /** Output that is not visible text: reasoning or part of a tool call. */
    HIDDEN_OUTPUT,
    /** Visible text. */
    VISIBLE_OUTPUT,
    /** The end mark, or an error inside the stream: nothing that follows is output. */
    END
}
