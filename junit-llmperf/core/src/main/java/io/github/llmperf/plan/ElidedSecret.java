package io.github.llmperf.plan;

import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A secret whose middle a server has left out: its start, stars or dots or a word in brackets, its end. */
final class ElidedSecret {

    private static final int SHORTEST_START = 3;

    private static final int SHORTEST_END = 2;

    /** Of start and end together; what shows less tells nothing. */
    private static final int SHORTEST = 6;

    private static final int LONGEST_GAP = 80;

    /** Bytes above ASCII are bullets, blocks and the ellipsis. */
    private static final Pattern GAP = Pattern.compile("[\\s\\[(<{]{0,2}(?:[*#\\x80-\\xff]+|\\.{2,}|[-_]{3,}|[xX]{3,}"
            + "|(?<=[\\[(<{])[A-Za-z0-9 ]{1,24}(?=[\\])>}]))[\\s\\])>}]{0,2}");

    private final byte[] value;

    ElidedSecret(byte[] value) {
        this.value = new byte[value.length];
        for (int i = 0; i < value.length; i++) {
            this.value[i] = (byte) TextReading.folded(value[i] & 0xFF);
        }
    }

    void find(TextReading reading, MaskedText masked) {
        for (int from = 0; from + SHORTEST < reading.length(); from++) {
            int start = startAt(reading, from);
            if (start >= SHORTEST_START) {
                findEnd(reading, from, start, masked);
            }
        }
    }

    private void findEnd(TextReading reading, int from, int start, MaskedText masked) {
        int gap = from + start;
        String after = new String(
                reading.bytes(), gap, Math.min(LONGEST_GAP, reading.length() - gap), StandardCharsets.ISO_8859_1);
        Matcher matcher = GAP.matcher(after);
        // the end may itself begin with dots or dashes
        for (int past = matcher.lookingAt() ? matcher.end() : 0; past > 0; past--) {
            int end = endAt(reading, gap + past);
            if (end >= SHORTEST_END && start + end >= SHORTEST) {
                masked.hide(reading, from, gap + past + end);
                return;
            }
        }
    }

    /** How many bytes of its start stand at a place. */
    private int startAt(TextReading reading, int from) {
        int most = Math.min(value.length, reading.length() - from);
        int same = 0;
        while (same < most && sameAt(reading, from + same, same)) {
            same++;
        }
        return same;
    }

    /** How many bytes of its end stand at a place, the most. */
    private int endAt(TextReading reading, int from) {
        int end = Math.min(value.length - 1, reading.length() - from);
        while (end > 0 && !endsAt(reading, from, end)) {
            end--;
        }
        return end;
    }

    private boolean endsAt(TextReading reading, int from, int end) {
        for (int i = 0; i < end; i++) {
            if (!sameAt(reading, from + i, value.length - end + i)) {
                return false;
            }
        }
        return true;
    }

    private boolean sameAt(TextReading reading, int at, int of) {
        return (byte) TextReading.folded(reading.at(at)) == value[of];
    }
}
