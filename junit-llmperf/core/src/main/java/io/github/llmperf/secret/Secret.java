package io.github.llmperf.secret;

import java.util.regex.Pattern;
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

    /** Names of headers and query parameters that hold secrets: the well-known ones and their kin. */
    private static final Pattern SECRET_NAME =
            Pattern.compile("(?i).*(auth|key|token|secret|password|passwd|cookie|credential|signature|session).*");

    private final String value;

    private Secret(String value) {
        this.value = value;
    }

    /**
     * Wraps a value. It is masked from now on also where a test fails before its load.
     *
     * @param value what is to be kept
     * @return the secret
     */
    public static Secret of(String value) {
        KnownSecrets.add(value);
        return new Secret(value);
    }

    /**
     * Returns whether the value of a header or query parameter of this name is a secret.
     *
     * @param header its name, any case
     * @return true for names with auth, key, token, secret, password, cookie, credential, signature or session in them
     */
    public static boolean isSecretHeader(String header) {
        return SECRET_NAME.matcher(header).matches();
    }

    /**
     * Returns the value. Only the code that writes a request to the wire and the mask call this.
     *
     * @return the value itself
     */
    public String reveal() {
        return value;
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
