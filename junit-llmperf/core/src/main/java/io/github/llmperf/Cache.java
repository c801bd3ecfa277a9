package io.github.llmperf;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Whether a prefix cache of the server may help from one run to the next.
 *
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public enum Cache {
    /** A short nonce from the run id stands at the front of each prompt, so that no run finds another's prefixes; the default. */
    UNIQUE,
    /** Prompts are sent as they are. */
    SHARED,
    /** Not said here. */
    UNSET
}
