package io.github.llmperf.report.text;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Finds where names of tests, cells and measures may break: after punctuation, before brackets and capitals, never
 * within a word.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class NameBreaks {

    /** The smallest part of a name that must stay together, such as an attribute with its value. */
    private static final Pattern PIECES =
            Pattern.compile("[(\\[]?[\\p{Lu}\\d]*[^\\p{Lu}.,\\[(/_$ -]*[.,/_$ -]*", Pattern.UNICODE_CHARACTER_CLASS);

    private NameBreaks() {}

    /** The pieces of a name, which are all of it. */
    public static List<String> pieces(String name) {
        List<String> pieces = new ArrayList<>();
        Matcher matcher = PIECES.matcher(name);
        while (matcher.find() && !matcher.group().isEmpty()) {
            pieces.add(matcher.group());
        }
        return pieces;
    }

    /** A name in lines of at most so many letters, where no piece is longer. */
    static List<String> wrapped(String name, int most) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String piece : pieces(name)) {
            if (!line.isEmpty() && line.length() + piece.stripTrailing().length() > most) {
                lines.add(line.toString().strip());
                line.setLength(0);
            }
            line.append(piece);
        }
        lines.add(line.toString().strip());
        return List.copyOf(lines);
    }

    /** A name in lines of at most so many letters; a piece that is longer breaks anywhere. */
    public static List<String> fitted(String name, int most) {
        List<String> lines = new ArrayList<>();
        for (String line : wrapped(name, most)) {
            int[] letters = line.codePoints().toArray();
            for (int from = 0; from < letters.length; from += most) {
                lines.add(new String(letters, from, Math.min(most, letters.length - from)));
            }
        }
        return List.copyOf(lines);
    }
}
