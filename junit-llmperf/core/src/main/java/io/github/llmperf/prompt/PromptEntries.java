package io.github.llmperf.prompt;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a file gave: its prompts, and how many entries had none to give. */
final class PromptEntries {

    private final List<Prompt> prompts = new ArrayList<>();
    private int skipped;

    void add(Prompt prompt) {
        prompts.add(prompt);
    }

    void add(Optional<Prompt> prompt) {
        prompt.ifPresentOrElse(prompts::add, () -> skipped++);
    }

    /** Number of entries so far. */
    int count() {
        return prompts.size() + skipped;
    }

    Optional<Prompt> first() {
        return prompts.stream().findFirst();
    }

    PromptSet toSet(String name, PromptFile file) {
        if (prompts.isEmpty()) {
            String found = skipped == 0 ? "is empty" : "none of its " + skipped + " conversations has a human turn";
            throw file.error("must hold at least one prompt, but " + found + "; add one or name another prompt set");
        }
        return PromptSet.of(name, prompts, skipped);
    }
}
