package io.github.llmperf.samples;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The Java code of a page. */
final class MarkdownJava {

    private static final Pattern BLOCK =
            Pattern.compile("^ *```java\\R(.*?)^ *```\\s*$", Pattern.DOTALL | Pattern.MULTILINE);

    private MarkdownJava() {}

    static List<String> blocks(String markdown) {
        return BLOCK.matcher(markdown).results().map(MarkdownJava::code).toList();
    }

    private static String code(MatchResult block) {
        return block.group(1);
    }
}
