package io.github.llmperf.build.forge;

/**
 * Blanks comments, texts and characters of Java or Kotlin source. Where Kotlin differs it is followed: comments hold
 * comments, backslashes mean nothing between three quotes, and a text holds code that holds texts. Kotlin's names in
 * backticks are kept.
 */
final class SourceScanner {

    private static final String THREE_QUOTES = "\"\"\"";

    private final String source;

    private final boolean kotlin;

    private final StringBuilder code;

    private int at;

    private SourceScanner(String source, boolean kotlin) {
        this.source = source;
        this.kotlin = kotlin;
        code = new StringBuilder(source);
    }

    /** Returns the code alone, as long as the source and with the same line breaks. */
    static String blanked(String source, boolean kotlin) {
        SourceScanner scanner = new SourceScanner(source, kotlin);
        while (scanner.at < source.length()) {
            scanner.next();
        }
        return scanner.code.toString();
    }

    private void next() {
        int from = at;
        if (source.startsWith("//", at)) {
            toEndOfLine();
        } else if (source.startsWith("/*", at)) {
            comment();
        } else if (source.startsWith(THREE_QUOTES, at)) {
            block();
        } else if (source.charAt(at) == '"' || source.charAt(at) == '\'') {
            text(source.charAt(at));
        } else if (source.charAt(at) == '`') {
            name();
            return;
        } else {
            at++;
            return;
        }
        blank(from);
    }

    private void toEndOfLine() {
        while (at < source.length() && source.charAt(at) != '\n') {
            at++;
        }
    }

    private void comment() {
        int depth = 0;
        do {
            if (source.startsWith("*/", at)) {
                depth--;
                at += 2;
            } else if (source.startsWith("/*", at) && (kotlin || depth == 0)) {
                depth++;
                at += 2;
            } else {
                at++;
            }
        } while (depth > 0 && at < source.length());
    }

    private void block() {
        at += THREE_QUOTES.length();
        while (at < source.length() && !source.startsWith(THREE_QUOTES, at)) {
            inside(!kotlin);
        }
        at = Math.min(source.length(), at + THREE_QUOTES.length());
        // quotes that belong to the text stand before the three that end it
        while (kotlin && at < source.length() && source.charAt(at) == '"') {
            at++;
        }
    }

    private void text(char quote) {
        at++;
        while (at < source.length() && source.charAt(at) != quote && source.charAt(at) != '\n') {
            inside(true);
        }
        if (at < source.length() && source.charAt(at) == quote) {
            at++;
        }
    }

    /** One character of a text, or the code that it holds. */
    private void inside(boolean escapes) {
        if (escapes && source.charAt(at) == '\\') {
            at = Math.min(source.length(), at + 2);
        } else if (kotlin && source.startsWith("${", at)) {
            template();
        } else {
            at++;
        }
    }

    private void template() {
        int depth = 0;
        do {
            char c = source.charAt(at);
            depth += c == '{' ? 1 : c == '}' ? -1 : 0;
            if (c == '$') {
                at++;
            } else {
                next();
            }
        } while (at < source.length() && (depth > 0 || source.charAt(at - 1) == '$'));
    }

    private void name() {
        do {
            at++;
        } while (at < source.length() && source.charAt(at) != '`' && source.charAt(at) != '\n');
        at = Math.min(source.length(), at + 1);
    }

    private void blank(int from) {
        for (int i = from; i < at; i++) {
            if (source.charAt(i) != '\n') {
                code.setCharAt(i, ' ');
            }
        }
    }
}
