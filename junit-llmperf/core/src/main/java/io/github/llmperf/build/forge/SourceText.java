package io.github.llmperf.build.forge;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Java or Kotlin source, in which comments and texts are blank, so that only code is found. No compiler: it looks for what
 * declarations look like.
 *
 * @param code as long as the source, with the same line breaks
 * @param kotlin whether functions begin with {@code fun}
 */
record SourceText(String code, boolean kotlin) {

    /** What may stand before a call, but is no type. */
    private static final Set<String> NO_TYPES =
            Set.of("return", "new", "throw", "else", "assert", "yield", "case", "do", "in", "when");

    static SourceText of(String source, boolean kotlin) {
        return new SourceText(SourceScanner.blanked(source, kotlin), kotlin);
    }

    /** Tells whether a class is declared here. */
    boolean holds(String className) {
        return type(className).matcher(code).find();
    }

    /**
     * Returns the line in which a method is declared, from 1.
     *
     * @param parameters how many it has; −1 when that is not known
     * @param nesting names of the classes around it, the outermost first
     */
    OptionalInt lineOf(String method, int parameters, List<String> nesting) {
        SourceBody body = SourceBody.ofFile(code);
        for (String name : nesting) {
            Optional<SourceBody> inner = body.ofType(type(name));
            if (inner.isEmpty()) {
                return OptionalInt.empty();
            }
            body = inner.get();
        }
        int first = -1;
        for (MatchResult name : body.own(kotlin ? function(method) : name(method))) {
            int at = name.start(1);
            if (kotlin || isAfterType(at)) {
                first = first < 0 ? at : first;
                if (parameters < 0 || parameters == parametersAt(name.end())) {
                    return OptionalInt.of(line(at));
                }
            }
        }
        return first < 0 ? OptionalInt.empty() : OptionalInt.of(line(first));
    }

    private static Pattern type(String name) {
        String nameless = name.equals("Companion") ? "|\\bcompanion\\s+object(?=\\s*[:{])" : "";
        return Pattern.compile(
                "\\b(?:class|interface|record|enum|object)\\s+`?" + Pattern.quote(name) + "(?![\\w$])" + nameless);
    }

    private static Pattern name(String method) {
        return Pattern.compile("(?<![\\w$.])(" + Pattern.quote(method) + ")\\s*\\(");
    }

    private static Pattern function(String method) {
        String quoted = Pattern.quote(method);
        return Pattern.compile("\\bfun\\s+(?:<[^>]*>\\s*)?(`" + quoted + "`|" + quoted + ")\\s*\\(");
    }

    /** A call stands after an operator or a word such as return; a declaration after its type. */
    private boolean isAfterType(int at) {
        int end = at;
        while (end > 0 && Character.isWhitespace(code.charAt(end - 1))) {
            end--;
        }
        if (end == 0 || end == at) {
            return false;
        }
        int begin = end;
        while (begin > 0 && Character.isJavaIdentifierPart(code.charAt(begin - 1))) {
            begin--;
        }
        return begin < end
                ? !NO_TYPES.contains(code.substring(begin, end))
                : code.charAt(end - 1) == '>' || code.charAt(end - 1) == ']';
    }

    /** Counts the parameters behind an opening bracket. */
    private int parametersAt(int from) {
        int depth = 0;
        int commas = 0;
        boolean any = false;
        for (int i = from; i < code.length(); i++) {
            char c = code.charAt(i);
            if (c == ')' && depth == 0) {
                break;
            }
            depth += c == '(' || c == '<' || c == '[' || c == '{'
                    ? 1
                    : c == ')' || c == '>' || c == ']' || c == '}' ? -1 : 0;
            commas += c == ',' && depth == 0 ? 1 : 0;
            any |= !Character.isWhitespace(c);
        }
        return any ? commas + 1 : 0;
    }

    private int line(int at) {
        return (int) code.substring(0, at).chars().filter(c -> c == '\n').count() + 1;
    }
}
