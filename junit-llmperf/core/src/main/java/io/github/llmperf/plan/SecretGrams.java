package io.github.llmperf.plan;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Every eight characters in a row of some secrets, forwards and backwards, without case: eight bytes are one number, so
 * that a text is searched for all of them in one pass.
 */
final class SecretGrams {

    /** Fewer characters of a secret help nobody to guess the rest, and may stand in any text. */
    static final int LENGTH = Long.BYTES;

    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    /** What people write who need no key: its words are found in other sentences as well. */
    private static final Pattern WORDS = Pattern.compile("[A-Za-z]{1,14}(?:[^A-Za-z0-9][A-Za-z]{1,14})+");

    private static final Pattern WORD_ENDS = Pattern.compile("[^A-Za-z]");

    private final Set<String> words = new HashSet<>();

    private long[] table = new long[64];

    private int size;

    void add(byte[] secret) {
        addGrams(secret);
        byte[] reversed = new byte[secret.length];
        for (int i = 0; i < secret.length; i++) {
            reversed[i] = secret[secret.length - 1 - i];
        }
        addGrams(reversed);
        String text = new String(secret, StandardCharsets.UTF_8);
        if (WORDS.matcher(text).matches()) {
            WORD_ENDS.splitAsStream(text.toLowerCase(Locale.ROOT)).forEach(words::add);
        }
    }

    private void addGrams(byte[] secret) {
        long gram = 0;
        for (int i = 0; i < secret.length; i++) {
            gram = (gram << Byte.SIZE) | TextReading.folded(secret[i] & 0xFF);
            if (i >= LENGTH - 1) {
                put(gram);
            }
        }
    }

    private void put(long gram) {
        if (4 * (size + 1) > table.length) {
            long[] full = table;
            table = new long[2 * full.length];
            for (long each : full) {
                if (each != 0) {
                    table[place(each)] = each;
                }
            }
        }
        int place = place(gram);
        if (table[place] == 0) {
            table[place] = gram;
            size++;
        }
    }

    /** Where a gram stands, or else the empty place where it would. */
    private int place(long gram) {
        int place = (int) ((gram * SPREAD) >>> 32) & (table.length - 1);
        while (table[place] != 0 && table[place] != gram) {
            place = (place + 1) & (table.length - 1);
        }
        return place;
    }

    void find(TextReading reading, MaskedText masked) {
        if (size == 0) {
            return;
        }
        long gram = 0;
        int from = -1;
        for (int i = 0; i < reading.length(); i++) {
            gram = (gram << Byte.SIZE) | TextReading.folded(reading.at(i));
            boolean found = i >= LENGTH - 1 && table[place(gram)] != 0;
            if (found && from < 0) {
                from = i - LENGTH + 1;
            } else if (!found && from >= 0) {
                hide(reading, from, i, masked);
                from = -1;
            }
        }
        if (from >= 0) {
            hide(reading, from, reading.length(), masked);
        }
    }

    private void hide(TextReading reading, int from, int to, MaskedText masked) {
        if (!isWord(reading, from, to)) {
            masked.hide(reading, from, to);
        }
    }

    /** A word of the secret and nothing more, with or without what stands between words. */
    private boolean isWord(TextReading reading, int from, int to) {
        if (words.isEmpty()) {
            return false;
        }
        int first = from;
        int end = to;
        while (first < end && reading.endsWord(first)) {
            first++;
        }
        while (end > first && reading.endsWord(end - 1)) {
            end--;
        }
        return reading.endsWord(first - 1)
                && reading.endsWord(end)
                && words.contains(new String(reading.bytes(), first, end - first, StandardCharsets.UTF_8)
                        .toLowerCase(Locale.ROOT));
    }
}
