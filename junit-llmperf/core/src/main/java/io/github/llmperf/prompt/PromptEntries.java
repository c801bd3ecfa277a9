package io.github.llmperf.prompt;

import io.github.llmperf.file.TextFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Collects the prompts of a file, and the number of entries without one. */
final class PromptEntries {

    /** Bytes that a prompt takes in memory beside its text. */
    private static final int BYTES_PER_PROMPT = 150;

    private final TextFile file;
    private final long heap;
    private final List<Prompt> prompts = new ArrayList<>();
    private long held;
    private int skipped;

    PromptEntries(TextFile file) {
        this(file, Runtime.getRuntime().maxMemory());
    }

    /**
     * Begins without entries.
     *
     * @param heap how many bytes the heap may have, of which prompts take half at most: the load needs memory, too
     */
    PromptEntries(TextFile file, long heap) {
        this.file = file;
        this.heap = heap;
    }

    /**
     * Adds a prompt.
     *
     * @throws IllegalArgumentException if there is no room for it
     */
    void add(Prompt prompt) {
        held += bytes(prompt);
        prompt.conversation().stream().skip(1).forEach(turn -> held += bytes(turn));
        if (held > heap / 2) {
            throw file.tooLarge(heap, "the first " + (prompts.size() + 1) + " prompts alone take more", null);
        }
        prompts.add(prompt);
    }

    void add(Optional<Prompt> prompt) {
        prompt.ifPresentOrElse(this::add, () -> skipped++);
    }

    /** A text in Latin letters takes one byte per character, any other two. */
    private static long bytes(Prompt prompt) {
        String text = prompt.messages() == null ? prompt.text() : prompt.messages();
        return BYTES_PER_PROMPT + (text.chars().allMatch(c -> c < 256) ? text.length() : 2L * text.length());
    }

    PromptSet toSet(String name) {
        if (prompts.isEmpty()) {
            String found = skipped == 0 ? "is empty" : "none of its " + skipped + " conversations has a human turn";
            throw file.error("must hold at least one prompt, but " + found + "; add one or name another prompt set");
        }
        return PromptSet.of(name, prompts, skipped);
    }
}
