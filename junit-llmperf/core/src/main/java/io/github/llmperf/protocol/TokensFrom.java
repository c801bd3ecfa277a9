package io.github.llmperf.protocol;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Where a count of output tokens comes from.
 *
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public enum TokensFrom {
    /** The server's usage. */
    USAGE("usage"),
    /** Token objects counted on the wire. */
    OBJECTS("objects"),
    /** Content events counted: an event may hold several tokens, and reports say so. */
    EVENTS("events");

    private final String jsonName;

    TokensFrom(String jsonName) {
        this.jsonName = jsonName;
    }

    /**
     * Returns the name used in JSON.
     *
     * @return {@code usage}, {@code objects} or {@code events}
     */
    public String jsonName() {
        return jsonName;
    }
}
