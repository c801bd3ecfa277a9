package io.github.llmperf.protocol;

import io.github.llmperf.metric.Quantity;
import java.util.OptionalLong;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a failed request.
 *
 * @param kind why it failed
 * @param cause what is behind it, where that is known
 * @param status HTTP status, 0 when there was none
 * @param message the server's or the client's words, secrets removed, at most 300 characters
 * @param code the server's own error code; null when it gave none
 * @param retryAfterMillis what the server asked to wait; empty when it did not say
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public record Failure(
        FailureKind kind,
        FailureCause cause,
        int status,
        String message,
        @Nullable String code,
        OptionalLong retryAfterMillis) {

    /** Longest message kept. */
    public static final int MESSAGE_LENGTH = 300;

    /**
     * Cuts the message.
     */
    public Failure {
        if (message.length() > MESSAGE_LENGTH) {
            int cut = Character.isHighSurrogate(message.charAt(MESSAGE_LENGTH - 2))
                    ? MESSAGE_LENGTH - 2
                    : MESSAGE_LENGTH - 1;
            message = message.substring(0, cut) + "…";
        }
    }

    /**
     * Makes a failure of which no more than its kind is known.
     *
     * @param kind why it failed
     * @param status HTTP status, 0 when there was none
     * @param message the server's or the client's words, secrets removed
     * @param code the server's own error code; null when it gave none
     * @param retryAfterMillis what the server asked to wait; empty when it did not say
     */
    public Failure(FailureKind kind, int status, String message, @Nullable String code, OptionalLong retryAfterMillis) {
        this(kind, FailureCause.UNKNOWN, status, message, code, retryAfterMillis);
    }

    /**
     * Returns a failure without status or code.
     *
     * @param kind why it failed
     * @param message the client's words
     * @return the failure
     */
    public static Failure of(FailureKind kind, String message) {
        return new Failure(kind, 0, message, null, OptionalLong.empty());
    }

    /**
     * Returns the message and how long the server asks to wait, where it does.
     *
     * @return such as {@code slow down; asks to wait 2 s}; empty when nothing was said
     */
    public String words() {
        if (retryAfterMillis.isEmpty()) {
            return message;
        }
        String wait = "asks to wait " + Quantity.number(retryAfterMillis.getAsLong() / 1000.0) + " s";
        return message.isEmpty() ? wait : message + "; " + wait;
    }

    @Override
    public String toString() {
        return kind + (status == 0 ? "" : " " + status) + (words().isEmpty() ? "" : ": " + words());
    }
}
