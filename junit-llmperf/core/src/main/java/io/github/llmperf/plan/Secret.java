package io.github.llmperf.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
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

    /** Names of environment variables that hold secrets; sessions and sockets of a desktop do not. */
    private static final Pattern SECRET_VARIABLE =
            Pattern.compile("(?i).*(key|token|secret|password|passwd|credential).*");

    /** Of the secrets of a process, more than any test has. */
    private static final int MOST_KNOWN = 1_000;

    private static final Set<Secret> KNOWN = ConcurrentHashMap.newKeySet();

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
        Secret secret = new Secret(value);
        if (KNOWN.size() < MOST_KNOWN) {
            KNOWN.add(secret);
        }
        return secret;
    }

    /**
     * Tells whether the value of a header or query parameter of this name is a secret.
     *
     * @param header its name, any case
     * @return true for names with auth, key, token, secret, password, cookie, credential, signature or session in them
     */
    public static boolean isSecretHeader(String header) {
        return SECRET_NAME.matcher(header).matches();
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
     * Removes the secret from a text, such as a server's message that repeats the key. Servers repeat it in many ways, so
     * each eight characters of it in a row are removed, in either case and either direction; so are its start and end
     * with stars or dots between them; and all of that also escaped for a url, a page or JSON, as hex digits, or in
     * base64. Of fewer than eight characters it is removed where it stands as a whole, as a word of its own. What people
     * write who need no key, such as {@code EMPTY} or {@code ollama}, is no secret: names and paths would go with it.
     *
     * @param text any text
     * @return the text with the mask in place of the secret
     */
    public String maskIn(String text) {
        return new SecretMask(List.of(this)).in(text);
    }

    /**
     * Removes every secret that this process has made so far, and what environment variables hold whose names say so, from
     * a text of which nobody knows what target it is about: a test that failed before its load.
     *
     * @param text any text
     * @return the text with the mask in place of the secrets
     */
    public static String maskKnownIn(String text) {
        List<Secret> all = new ArrayList<>(KNOWN);
        System.getenv().forEach((name, held) -> {
            if (SECRET_VARIABLE.matcher(name).matches()) {
                all.add(new Secret(held));
            }
        });
        return new SecretMask(all).in(text);
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
