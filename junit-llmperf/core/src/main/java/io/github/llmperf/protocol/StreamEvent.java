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
    /** An empty delta, which some servers send for a token whose bytes are held back: the counts of the whole answer decide. */
    EMPTY_OUTPUT,
    /** A token without text of its own, as the server says: a special one, or one whose bytes are held back. */
    TOKEN,
    /**
     * Why the answer ended, without output and not for its length: the stop token, where the server counts one more token
     * than it sent.
     */
    FINISH,
    /** Output that is not visible text: reasoning or part of a tool call. */
    HIDDEN_OUTPUT,
    /** Visible text. */
    VISIBLE_OUTPUT,
    /** The end mark, or an error inside the stream: nothing that follows is output. */
    END
}
