package io.github.llmperf.plan;

import java.util.Locale;
import java.util.Set;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.Nullable;

/**
 * A value that must never leave the process: its text form is a mask.
 *
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public final class Secret {

    /** What is shown instead of a secret. */
    public static final String MASK = "***";

    private static final Set<String> SECRET_HEADERS = Set.of(
            "authorization", "proxy-authorization", "api-key", "x-api-key", "x-goog-api-key", "cookie", "set-cookie");

    private final String value;

    private Secret(String value) {
        this.value = value;
    }

    /**
     * Wraps a value.
     *
     * @param value what is to be kept
     * @return the secret
     */
    public static Secret of(String value) {
        return new Secret(value);
    }

    /**
     * Tells whether the value of a header of this name is a secret.
     *
     * @param header name of a header, any case
     * @return true for authorization, api-key, x-api-key, x-goog-api-key, cookie and their kin
     */
    public static boolean isSecretHeader(String header) {
        return SECRET_HEADERS.contains(header.toLowerCase(Locale.ROOT));
    }

    /**
     * Returns the value. Only the code that writes a request to the wire calls this.
     *
     * @return the value itself
     */
    public String reveal() {
        return value;
    }

    /**
     * Removes the secret from a text, such as a server's message that repeats the key.
     *
     * @param text any text
     * @return the text with the mask in place of the secret
     */
    public String maskIn(String text) {
        return value.isEmpty() ? text : text.replace(value, MASK);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Secret secret && secret.value.equals(value);
    }

    @Override
    public int hashCode() {
        return value.hashCode();
    }

    @Override
    public String toString() {
        return MASK;
    }
}
