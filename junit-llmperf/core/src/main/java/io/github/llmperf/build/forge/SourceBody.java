package io.github.llmperf.build.forge;

import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What stands between the braces of a type, or a whole file. What stands between braces in it is not its own.
 *
 * @param code of the file, without comments and texts
 * @param from behind its opening brace
 * @param to its closing brace, or the end of the file
 */
record SourceBody(String code, int from, int to) {

    /** What begins another declaration: the type before it had no body. */
    private static final Pattern DECLARATION =
            Pattern.compile("[;}]|\\b(?:class|interface|record|enum|object|fun|val|var)\\s");

    static SourceBody ofFile(String code) {
        return new SourceBody(code, 0, code.length());
    }

    /** Returns the body of the first type that is declared here; empty where none is, or none with a body. */
    Optional<SourceBody> ofType(Pattern declaration) {
        return own(declaration).stream()
                .map(type -> openingBrace(type.end()))
                .filter(brace -> brace >= 0)
                .findFirst()
                .map(brace -> new SourceBody(code, brace + 1, closingBrace(brace)));
    }

    /** Returns what stands here and in no braces within. */
    List<MatchResult> own(Pattern pattern) {
        Matcher matcher = pattern.matcher(code);
        matcher.region(from, to).useTransparentBounds(true);
        return matcher.results()
                .filter(result -> depth(from, result.start()) == 0)
                .toList();
    }

    private int depth(int begin, int end) {
        int depth = 0;
        for (int i = begin; i < end; i++) {
            depth += step(code.charAt(i), '{', '}');
        }
        return depth;
    }

    private int openingBrace(int begin) {
        int depth = 0;
        Matcher next = DECLARATION.matcher(code);
        for (int i = begin; i < to; i++) {
            depth += step(code.charAt(i), '(', ')');
            if (depth == 0 && code.charAt(i) == '{') {
                return i;
            }
            if (depth == 0 && next.region(i, to).useTransparentBounds(true).lookingAt()) {
                return -1;
            }
        }
        return -1;
    }

    private int closingBrace(int brace) {
        int depth = 0;
        for (int i = brace; i < to; i++) {
            depth += step(code.charAt(i), '{', '}');
            if (depth == 0) {
                return i;
            }
        }
        return to;
    }

    private static int step(char c, char open, char close) {
        return c == open ? 1 : c == close ? -1 : 0;
    }
}
