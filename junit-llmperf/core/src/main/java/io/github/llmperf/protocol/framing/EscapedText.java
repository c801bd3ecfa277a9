package io.github.llmperf.protocol.framing;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/**
 * The inside of a JSON string while it comes, escapes and all. Knows how much of it is whole characters: bytes of one
 * character, an escape, and the two escapes of a surrogate pair belong together.
 */
final class EscapedText {

    private static final int CODE_UNIT = 4;

    private final ByteLine bytes = new ByteLine();
    private int whole;
    private boolean afterBackslash;
    private int digits;
    private int unit;
    private boolean half;
    private int following;

    /** Returns whether a quote would be part of an escape, rather than the end of the string. */
    boolean inEscape() {
        return afterBackslash;
    }

    boolean isEmpty() {
        return bytes.isEmpty();
    }

    void add(byte b) {
        if (b >= 0 && b < ' ') {
            control(b);
            return;
        }
        bytes.append(new byte[] {b}, 0, 1);
        if (afterBackslash) {
            afterBackslash = false;
            readEscape(b);
        } else if (digits > 0) {
            readDigit(b);
        } else if (b == '\\') {
            afterBackslash = true;
            following = 0;
        } else {
            readCharacter(b);
        }
    }

    /** Removes and returns what is whole. */
    String take() {
        return take(whole);
    }

    /** Removes and returns everything: the string has ended. */
    String takeAll() {
        return take(bytes.size());
    }

    /** Takes back the last character, which must be ASCII and not escaped. */
    void dropLast() {
        String kept = text(bytes.size() - 1);
        bytes.clear();
        byte[] again = kept.getBytes(StandardCharsets.UTF_8);
        bytes.append(again, 0, again.length);
        whole = bytes.size();
    }

    private String take(int size) {
        String text = text(size);
        byte[] rest = Arrays.copyOfRange(bytes.array(), size, bytes.size());
        bytes.clear();
        bytes.append(rest, 0, rest.length);
        whole = 0;
        return text;
    }

    private String text(int size) {
        return new String(bytes.array(), 0, size, StandardCharsets.UTF_8);
    }

    /** Some servers write such strings by hand and do not escape line ends. */
    private void control(byte b) {
        byte[] escape = String.format(Locale.ROOT, "\\u%04x", (int) b).getBytes(StandardCharsets.US_ASCII);
        bytes.append(escape, 0, escape.length);
        end();
    }

    private void readEscape(byte b) {
        if (b == 'u') {
            digits = CODE_UNIT;
            unit = 0;
        } else {
            end();
        }
    }

    private void readDigit(byte b) {
        unit = unit * 16 + Math.max(0, Character.digit(b, 16));
        digits--;
        if (digits == 0 && Character.isHighSurrogate((char) unit) && !half) {
            half = true;
        } else if (digits == 0) {
            end();
        }
    }

    /** A byte that continues a character, or begins one; malformed ones are left to whoever decodes them. */
    private void readCharacter(byte b) {
        int ones = Integer.numberOfLeadingZeros(~(b << 24));
        if (ones == 1) {
            following = Math.max(0, following - 1);
        } else {
            following = Math.max(0, Math.min(ones, 4) - 1);
        }
        if (following == 0) {
            end();
        }
    }

    private void end() {
        whole = bytes.size();
        half = false;
    }
}
