package io.github.llmperf.prompt;

import java.util.ArrayList;
import java.util.List;

/**
 * Where the sentences of a text begin: after a line end, after {@code 。！？}, and after {@code . ! ?} and a space. Without
 * any of those, a new one begins every so often.
 */
final class Sentences {

    /** Length at which a text without sentences is cut. */
    private static final int LONGEST = 1000;

    private static final String IDEOGRAPHIC_ENDS = "。！？";
    private static final String ALPHABETIC_ENDS = ".!?";

    private Sentences() {}

    /**
     * Returns where sentences begin.
     *
     * @param apart fewest chars between two of them
     * @return positions in the text, rising, each on a visible character
     */
    static int[] starts(String text, int apart) {
        List<Integer> starts = new ArrayList<>();
        int last = -apart;
        for (int at = skipSpace(text, 0); at < text.length(); at = skipSpace(text, next(text, at))) {
            if (at - last >= apart) {
                starts.add(at);
                last = at;
            }
        }
        return starts.stream().mapToInt(Integer::intValue).toArray();
    }

    /** Returns the sentences themselves, without the space between them. */
    static List<String> of(String text) {
        List<String> sentences = new ArrayList<>();
        for (int at = skipSpace(text, 0); at < text.length(); ) {
            int end = next(text, at);
            sentences.add(text.substring(at, end).strip());
            at = skipSpace(text, end);
        }
        return sentences;
    }

    /** Returns where the sentence that begins at a position has ended. */
    static int next(String text, int begin) {
        for (int at = begin; at < text.length(); at++) {
            if (isEnd(text, at)) {
                return at + 1;
            }
            if (at - begin >= LONGEST && !Character.isLowSurrogate(text.charAt(at))) {
                return at;
            }
        }
        return text.length();
    }

    private static boolean isEnd(String text, int at) {
        char c = text.charAt(at);
        return c == '\n'
                || IDEOGRAPHIC_ENDS.indexOf(c) >= 0
                || (ALPHABETIC_ENDS.indexOf(c) >= 0
                        && (at + 1 == text.length() || Character.isWhitespace(text.charAt(at + 1))));
    }

    private static int skipSpace(String text, int from) {
        int at = from;
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return at;
    }
}
