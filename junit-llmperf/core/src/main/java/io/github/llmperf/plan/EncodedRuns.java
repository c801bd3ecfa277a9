package io.github.llmperf.plan;

import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Reads what may be bytes written as hex digits or in base64, of urls or not. Where the first byte begins is not known:
 * a secret stands in the middle of other bytes, so each place that it may begin at is tried.
 */
final class EncodedRuns {

    private static final int HEX_BITS = 4;

    private static final int BASE64_BITS = 6;

    /** As many digits as the shortest secret has that is looked for in parts. */
    private static final int SHORTEST_HEX = 2 * SecretGrams.LENGTH;

    /** As many as hold that many bytes wherever they begin. */
    private static final int SHORTEST_BASE64 = 11;

    private static final byte[] HEX = digits("0123456789abcdef", "0123456789ABCDEF");

    private static final byte[] BASE64 = digits(
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_");

    private EncodedRuns() {}

    static void undone(TextReading reading, Consumer<TextReading> each) {
        runs(reading, HEX, HEX_BITS, SHORTEST_HEX, each);
        runs(reading, BASE64, BASE64_BITS, SHORTEST_BASE64, each);
    }

    private static byte[] digits(String... alphabets) {
        byte[] values = new byte[256];
        Arrays.fill(values, (byte) -1);
        for (String alphabet : alphabets) {
            for (int i = 0; i < alphabet.length(); i++) {
                values[alphabet.charAt(i)] = (byte) i;
            }
        }
        return values;
    }

    private static void runs(TextReading reading, byte[] digits, int bits, int shortest, Consumer<TextReading> each) {
        int from = 0;
        for (int i = 0; i <= reading.length(); i++) {
            if (i == reading.length() || digits[reading.at(i)] < 0) {
                if (i - from >= shortest) {
                    everyStart(reading, from, i, digits, bits, each);
                }
                from = i + 1;
            }
        }
    }

    private static void everyStart(
            TextReading reading, int from, int to, byte[] digits, int bits, Consumer<TextReading> each) {
        int starts = bits == HEX_BITS ? 2 : 4;
        for (int start = 0; start < starts; start++) {
            each.accept(decoded(reading, from + start, to, digits, bits));
        }
    }

    private static TextReading decoded(TextReading reading, int from, int to, byte[] digits, int bits) {
        TextReadingBuilder undone = new TextReadingBuilder((to - from) * bits / Byte.SIZE);
        int held = 0;
        int heldBits = 0;
        for (int i = from; i < to; i++) {
            held = (held << bits) | digits[reading.at(i)];
            heldBits += bits;
            if (heldBits >= Byte.SIZE) {
                heldBits -= Byte.SIZE;
                int first = i - (heldBits + Byte.SIZE - 1) / bits;
                undone.add((byte) (held >> heldBits), reading.starts()[first], reading.ends()[i]);
                held &= (1 << heldBits) - 1;
            }
        }
        return undone.build();
    }
}
