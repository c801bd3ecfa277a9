package io.github.llmperf.protocol;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * How the body of an answer ended.
 *
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public enum BodyEnd {
    /** As HTTP says: last chunk, or as many bytes as announced. */
    CLEAN,
    /** The connection closed or failed before that. */
    CUT
}
