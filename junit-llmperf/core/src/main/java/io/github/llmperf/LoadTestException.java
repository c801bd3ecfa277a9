package io.github.llmperf;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * A load that could not take place: target down, nothing succeeded, nothing could be stored. Its message names the commonest
 * cause and the way out.
 *
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public final class LoadTestException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /**
     * Made by the extension.
     *
     * @param message what went wrong, and the way out
     */
    @API(status = Status.INTERNAL, since = "0.1")
    public LoadTestException(String message) {
        super(message);
    }

    /**
     * Made by the extension.
     *
     * @param message what went wrong, and the way out
     * @param cause why
     */
    @API(status = Status.INTERNAL, since = "0.1")
    public LoadTestException(String message, Throwable cause) {
        super(message, cause);
    }
}
