package io.github.llmperf.secret;

import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A text that gives a secret away: the value of a header, or a part of it, such as the token after {@code Bearer}.
 *
 * @param isKey whether it is found shortened and cut, too; a header of several parts begins with words that are no secret
 */
record SecretForm(String value, boolean isKey) {

    private static final Pattern PART_ENDS = Pattern.compile("[\\s;,=]+");

    private static final int SHORTEST_PART = 6;

    /** What is written where no key is needed, and the words of headers: names, paths and numbers would go with them. */
    private static final Pattern NO_SECRET = Pattern.compile("(?i).{0,3}|0?1234567?8?9?0?|(\\d)\\1*"
            + "|abcd|(no-|fake-|test-)?key|api[-_]?key|nokey|(sk-)?no-key-required|not-(needed|required)|token(-abc123)?"
            + "|bearer|digest|negotiate|signature|changeme|default|dummy|empty|fake|local(ai|host)?|none|null|password"
            + "|placeholder|secret|test|unused|true|false|llama\\.cpp|lm-studio|ollama|sglang|vllm");

    /** A shorter secret may be part of any word; and as much of the start of a longer one stands for a key that was cut. */
    private static final int LONG = 8;

    private static final int SHORTEST_START = 3;

    private static final int SHORTEST_END = 2;

    /** Of start and end together; what shows less tells nothing. */
    private static final int SHORTEST_SHOWN = 6;

    /** As OpenAI ({@code sk-abcde***wxyz}, a star for each character left out) and LiteLLM ({@code sk-...wxyz}) do it. */
    private static final Pattern GAP = Pattern.compile("(?:\\*|\\.\\.|[…•])[*.…•]{0,200}");

    static Stream<SecretForm> of(String secret) {
        return Stream.concat(
                        Stream.of(secret),
                        PART_ENDS.splitAsStream(secret).filter(part -> part.length() >= SHORTEST_PART))
                .filter(value -> !NO_SECRET.matcher(value).matches())
                .flatMap(value -> Stream.of(value, bytewise(value)))
                .map(value -> new SecretForm(
                        value,
                        value.length() >= LONG && !PART_ENDS.matcher(value).find()));
    }

    /** One character for each byte, as a text reads when its percent signs are undone. */
    private static String bytewise(String value) {
        return new String(value.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }

    /** Marks where this stands. */
    void find(UnescapedText reading, BitSet secret) {
        String text = reading.text();
        String start = isKey ? value.substring(0, SHORTEST_START) : value;
        int at = text.indexOf(start);
        while (at >= 0) {
            int end = at + lengthAt(text, at);
            secret.set(reading.origin().applyAsInt(at), reading.origin().applyAsInt(end));
            at = text.indexOf(start, Math.max(at + 1, end));
        }
    }

    private int lengthAt(String text, int at) {
        int most = Math.min(value.length(), text.length() - at);
        int same = 0;
        while (same < most && text.charAt(at + same) == value.charAt(same)) {
            same++;
        }
        if (same == value.length()) {
            return same >= LONG || (endsWord(text, at - 1) && endsWord(text, at + same)) ? same : 0;
        }
        int shortened = shortenedAt(text, at, same);
        return shortened == 0 && same >= LONG ? same : shortened;
    }

    /** Returns the length of a start that stands before dots or stars and an end; 0 where it does not. */
    private int shortenedAt(String text, int at, int start) {
        Matcher gap = GAP.matcher(text).region(at + start, text.length());
        if (!gap.lookingAt()) {
            return 0;
        }
        int end = Math.min(value.length() - start, text.length() - gap.end());
        while (end >= SHORTEST_END && !text.regionMatches(gap.end(), value, value.length() - end, end)) {
            end--;
        }
        return end >= SHORTEST_END && start + end >= SHORTEST_SHOWN ? gap.end() + end - at : 0;
    }

    private static boolean endsWord(String text, int at) {
        return at < 0 || at >= text.length() || !Character.isLetterOrDigit(text.charAt(at));
    }

    @Override
    public String toString() {
        return Secret.MASK;
    }
}
