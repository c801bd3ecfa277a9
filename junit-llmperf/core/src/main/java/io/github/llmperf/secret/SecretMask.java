package io.github.llmperf.secret;

import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.Nullable;

/**
 * Takes some secrets out of texts, in the forms in which servers repeat them: as they are, escaped, and shortened. The
 * effort grows with the length of a text only.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class SecretMask {

    /** A url in JSON in a page. */
    private static final int MOST_LAYERS = 3;

    private final List<SecretForm> forms;

    /** Prepares to mask keys and values of headers, as they are sent, in many texts. */
    public SecretMask(Collection<String> secrets) {
        forms = secrets.stream().flatMap(SecretForm::of).distinct().toList();
    }

    /** Returns the text with one mask in place of each stretch that is secret. */
    public String in(String text) {
        BitSet secret = new BitSet();
        @Nullable UnescapedText reading = forms.isEmpty() ? null : new UnescapedText(text, IntUnaryOperator.identity());
        for (int layer = 0; layer <= MOST_LAYERS && reading != null; layer++) {
            for (SecretForm form : forms) {
                form.find(reading, secret);
            }
            reading = reading.unescaped();
        }
        return secret.isEmpty() ? text : without(secret, text);
    }

    private static String without(BitSet secret, String text) {
        StringBuilder shown = new StringBuilder(text.length());
        int from = 0;
        for (int at = secret.nextSetBit(0); at >= 0; at = secret.nextSetBit(from)) {
            shown.append(text, from, at).append(Secret.MASK);
            from = secret.nextClearBit(at);
        }
        return shown.append(text, from, text.length()).toString();
    }
}
