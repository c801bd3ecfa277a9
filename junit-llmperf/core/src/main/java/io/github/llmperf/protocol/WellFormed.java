package io.github.llmperf.protocol;

import org.jspecify.annotations.Nullable;

/** Text as UTF-8 can carry it: JSON escapes can name halves of surrogate pairs, which no file could be written with. */
final class WellFormed {

    private static final char REPLACEMENT = '\uFFFD';

    private WellFormed() {}

    /** Returns the text with U+FFFD for each half that lacks its other half. */
    static String text(String text) {
        @Nullable StringBuilder changed = null;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(c)) {
                changed = changed == null ? new StringBuilder(text) : changed;
                changed.setCharAt(i, REPLACEMENT);
            }
        }
        return changed == null ? text : changed.toString();
    }

    /** Returns null for null. */
    static @Nullable String textOrNull(@Nullable String text) {
        return text == null ? null : text(text);
    }
}
