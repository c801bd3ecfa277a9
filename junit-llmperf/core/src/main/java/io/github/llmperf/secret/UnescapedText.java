package io.github.llmperf.secret;

import java.util.function.IntUnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A text as it reads once escapes are undone.
 *
 * @param text what is read
 * @param origin gives for a place in it, its end included, the place in the original text
 */
record UnescapedText(String text, IntUnaryOperator origin) {

    /** Those of urls and of program text, of JSON, and of pages. */
    private static final Pattern ESCAPE =
            Pattern.compile("(?=[%&\\\\])(?:(?:%|\\\\x)(\\p{XDigit}{2})|\\\\u(\\p{XDigit}{4})"
                    + "|&#[xX](\\p{XDigit}{1,6});|&#(\\d{1,7});|\\\\([\"'/\\\\])|&(amp|lt|gt|quot|apos);)");

    /** Returns the text with one layer of escapes undone; null where there are none. */
    @Nullable
    UnescapedText unescaped() {
        Matcher escape = ESCAPE.matcher(text);
        boolean found = escape.find();
        if (!found) {
            return null;
        }
        StringBuilder undone = new StringBuilder(text.length());
        int[] starts = new int[text.length() + 1];
        int from = 0;
        while (from < text.length()) {
            starts[undone.length()] = from;
            if (found && escape.start() == from) {
                undone.appendCodePoint(meant(escape));
                starts[undone.length() - 1] = from;
                from = escape.end();
                found = escape.find();
            } else {
                undone.append(text.charAt(from++));
            }
        }
        starts[undone.length()] = text.length();
        return new UnescapedText(undone.toString(), at -> origin.applyAsInt(starts[at]));
    }

    private static int meant(Matcher escape) {
        int group = 1;
        while (escape.group(group) == null) {
            group++;
        }
        String said = escape.group(group);
        int point =
                switch (group) {
                    case 1, 2, 3 -> Integer.parseInt(said, 16);
                    case 4 -> Integer.parseInt(said);
                    case 5 -> said.charAt(0);
                    default -> named(said);
                };
        return Character.isValidCodePoint(point) ? point : '\ufffd';
    }

    private static char named(String entity) {
        return switch (entity) {
            case "amp" -> '&';
            case "lt" -> '<';
            case "gt" -> '>';
            case "quot" -> '"';
            default -> '\'';
        };
    }
}
