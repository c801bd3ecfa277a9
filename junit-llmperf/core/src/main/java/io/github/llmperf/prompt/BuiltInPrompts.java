package io.github.llmperf.prompt;

import io.github.llmperf.file.TextFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The sets that ship with the library, each in English ({@code chat-en}), in Chinese ({@code chat-zh}) and with both in
 * turn ({@code chat}).
 */
final class BuiltInPrompts {

    private static final List<String> KINDS = List.of("chat", "rag", "classifier", "rewrite", "continuation");
    private static final String ENGLISH = "-en";
    private static final String CHINESE = "-zh";

    private BuiltInPrompts() {}

    static List<String> names() {
        return KINDS.stream()
                .flatMap(kind -> List.of(kind, kind + ENGLISH, kind + CHINESE).stream())
                .toList();
    }

    static Optional<PromptSet> find(String name) {
        if (KINDS.contains(name)) {
            return Optional.of(PromptSet.of(name, inTurn(read(name + ENGLISH), read(name + CHINESE)), 0));
        }
        return names().contains(name) ? Optional.of(PromptSet.of(name, read(name), 0)) : Optional.empty();
    }

    /** Returns the sentences of a built-in set, each once. */
    static List<String> sentences(String name) {
        return read(name).stream()
                .flatMap(prompt -> Sentences.of(prompt.text()).stream())
                .filter(sentence -> sentence.length() > 1)
                .distinct()
                .toList();
    }

    private static List<Prompt> inTurn(List<Prompt> english, List<Prompt> chinese) {
        List<Prompt> both = new ArrayList<>();
        for (int i = 0; i < Math.max(english.size(), chinese.size()); i++) {
            english.stream().skip(i).findFirst().ifPresent(both::add);
            chinese.stream().skip(i).findFirst().ifPresent(both::add);
        }
        return both;
    }

    private static List<Prompt> read(String name) {
        String resource = name + PromptFormat.JSONL.ending();
        TextFile file = new TextFile(
                "built-in prompt set '" + name + "'",
                () -> Objects.requireNonNull(
                        BuiltInPrompts.class.getResourceAsStream(resource), "it is missing from the library's jar"));
        return PromptFormat.JSONL.read(file).toSet(name).prompts();
    }
}
