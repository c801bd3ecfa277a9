package io.github.llmperf.plan;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
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

    /** Shorter parts of a value, such as the scheme of an authorization, are words that may stand anywhere. */
    private static final int SHORTEST_PART = 6;

    private static final int BASE64_BYTES = 3;

    private static final int BASE64_BITS = 6;

    private static final Pattern PART_ENDS = Pattern.compile("[\\s;,=]+");

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
     * Removes the secret from a text, such as a server's message that repeats the key. Servers often repeat a part only,
     * the token of an authorization or one of several cookies, so parts of six characters and more are removed too; and
     * as they need it for what they write: escaped for a url or for JSON, or in base64.
     *
     * @param text any text
     * @return the text with the mask in place of the secret
     */
    public String maskIn(String text) {
        return mask(forms(List.of(this)), text);
    }

    /** Returns all that some secrets may look like in a text, the longest first. */
    static List<String> forms(List<Secret> secrets) {
        Set<String> forms = new TreeSet<>(
                Comparator.comparingInt(String::length).reversed().thenComparing(Comparator.naturalOrder()));
        for (Secret secret : secrets) {
            addForms(forms, secret.value);
            for (String part : PART_ENDS.split(secret.value, -1)) {
                if (part.length() >= SHORTEST_PART) {
                    addForms(forms, part);
                }
            }
        }
        return List.copyOf(forms);
    }

    private static void addForms(Set<String> forms, String text) {
        if (!text.isEmpty()) {
            forms.add(text);
        }
        if (text.length() >= SHORTEST_PART) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            String inJson = text.replace("\\", "\\\\").replace("\"", "\\\"");
            forms.add(inJson);
            forms.add(inJson.replace("/", "\\/"));
            forms.add(URLEncoder.encode(text, StandardCharsets.UTF_8));
            for (int before = 0; before < BASE64_BYTES; before++) {
                forms.add(inBase64(Base64.getEncoder(), bytes, before));
                forms.add(inBase64(Base64.getUrlEncoder(), bytes, before));
            }
        }
    }

    /** What is the same in the base64 form of every text that has these bytes so many from a multiple of three. */
    private static String inBase64(Base64.Encoder encoder, byte[] bytes, int before) {
        byte[] shifted = new byte[before + bytes.length];
        System.arraycopy(bytes, 0, shifted, before, bytes.length);
        String whole = encoder.withoutPadding().encodeToString(shifted);
        int first = (before * Byte.SIZE + BASE64_BITS - 1) / BASE64_BITS;
        return whole.substring(first, shifted.length * Byte.SIZE / BASE64_BITS);
    }

    static String mask(List<String> forms, String text) {
        String masked = text;
        for (String form : forms) {
            masked = masked.replace(form, MASK);
        }
        return masked;
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
