package io.github.llmperf.plan;

import java.nio.charset.StandardCharsets;

/**
 * A secret that is found as a whole only. One of fewer than eight characters, such as {@code EMPTY} where a server wants
 * some key or other, is often part of a word: it is a word of its own and of the same case, or it is not the secret.
 */
final class ShortSecret {

    private final byte[] value;

    ShortSecret(String value) {
        this.value = value.getBytes(StandardCharsets.UTF_8);
    }

    void find(TextReading reading, MaskedText masked) {
        for (int i = 0; i + value.length <= reading.length(); i++) {
            if (stands(reading, i) && isWord(reading, i)) {
                masked.hide(reading, i, i + value.length);
                i += value.length - 1;
            }
        }
    }

    private boolean stands(TextReading reading, int at) {
        for (int i = 0; i < value.length; i++) {
            if (reading.bytes()[at + i] != value[i]) {
                return false;
            }
        }
        return true;
    }

    private boolean isWord(TextReading reading, int at) {
        return value.length >= SecretGrams.LENGTH || (reading.endsWord(at - 1) && reading.endsWord(at + value.length));
    }
}
