package io.github.llmperf.report.text;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Makes foreign text safe to display: control, bidirectional and other invisible characters become escapes, so that a
 * server's message can neither forge a line nor turn one around.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class VisibleText {

    /** Longest text shown in one place unless told otherwise, in characters. */
    public static final int MOST_CHARS = 1000;

    private static final int ZERO_WIDTH_NON_JOINER = 0x200C;
    private static final int ZERO_WIDTH_JOINER = 0x200D;

    private VisibleText() {}

    /**
     * Returns a text on one line, at most {@link #MOST_CHARS} long.
     *
     * @return the text with escapes such as {@code \n} and {@code \u202e}
     */
    public static String text(String text) {
        return text(text, MOST_CHARS);
    }

    /**
     * Returns a text on one line, cut where it is too long; a cut says how long the text was.
     *
     * @param most characters of the text that are kept, above 0
     * @return the text with escapes such as {@code \n} and {@code \u202e}
     */
    public static String text(String text, int most) {
        StringBuilder shown = new StringBuilder(Math.min(text.length(), most) + 16);
        int end = text.length() <= most ? text.length() : text.offsetByCodePoints(0, Math.min(most, codePoints(text)));
        text.substring(0, end).codePoints().forEach(c -> append(shown, c));
        if (end < text.length()) {
            shown.append("… (").append(text.length()).append(" characters)");
        }
        return shown.toString();
    }

    private static int codePoints(String text) {
        return text.codePointCount(0, text.length());
    }

    private static void append(StringBuilder shown, int c) {
        switch (c) {
            case '\n' -> shown.append("\\n");
            case '\r' -> shown.append("\\r");
            case '\t' -> shown.append("\\t");
            default -> {
                if (isInvisible(c)) {
                    shown.append(c < 0x10000 ? "\\u%04x".formatted(c) : "\\u{%x}".formatted(c));
                } else {
                    shown.appendCodePoint(c);
                }
            }
        }
    }

    private static boolean isInvisible(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR, Character.SURROGATE ->
                true;
            // Joiners change how neighbours are drawn (emoji, Indic scripts), never their order.
            case Character.FORMAT -> c != ZERO_WIDTH_JOINER && c != ZERO_WIDTH_NON_JOINER;
            default -> c == 0xFFFE || c == 0xFFFF;
        };
    }
}
