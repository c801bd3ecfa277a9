package io.github.llmperf.protocol;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.Nullable;

/**
 * Why an answer is no success, as its reader sees it: secrets are still in and nothing is cut.
 *
 * @param kind why
 * @param cause what is behind it, where that is known
 * @param message the server's words, or the reader's
 * @param code the server's own error code; null when it gave none
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public record Trouble(FailureKind kind, FailureCause cause, String message, @Nullable String code) {

    /**
     * Replaces halves of surrogate pairs, which a server may escape but no report can hold, by U+FFFD.
     */
    public Trouble {
        message = WellFormed.text(message);
        code = WellFormed.textOrNull(code);
    }

    /**
     * Makes a trouble of which no more than its kind is known.
     *
     * @param kind why
     * @param message the server's words, or the reader's
     * @param code the server's own error code; null when it gave none
     */
    public Trouble(FailureKind kind, String message, @Nullable String code) {
        this(kind, FailureCause.UNKNOWN, message, code);
    }
}
