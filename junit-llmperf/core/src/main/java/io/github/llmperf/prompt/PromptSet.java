package io.github.llmperf.prompt;

import java.util.List;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * The prompts of one named set or file, in the order of the file.
 *
 * @param name the name or file asked for
 * @param prompts at least one
 * @param contentHash 16 hexadecimal digits over the prompts alone: line ends, byte order mark and format do not count
 * @param skipped conversations left out because no human speaks in them; 0 for all formats but ShareGPT
 */
@API(status = Status.INTERNAL, since = "0.1")
public record PromptSet(String name, List<Prompt> prompts, String contentHash, int skipped) {

    /**
     * Copies the list and checks that it is not empty.
     *
     * @throws IllegalArgumentException if there is no prompt
     */
    public PromptSet {
        prompts = List.copyOf(prompts);
        if (prompts.isEmpty()) {
            throw new IllegalArgumentException("prompt set '" + name + "' must hold at least one prompt, but is empty");
        }
    }

    /**
     * Returns a set with the hash of its prompts.
     *
     * @param name the name or file asked for
     * @param prompts at least one
     * @param skipped conversations left out
     * @return the set
     */
    static PromptSet of(String name, List<Prompt> prompts, int skipped) {
        return new PromptSet(name, prompts, ContentHash.of(prompts), skipped);
    }

    /**
     * Returns how many prompts there are.
     *
     * @return 1 or more
     */
    public int size() {
        return prompts.size();
    }

    @Override
    public String toString() {
        return "prompt set '" + name + "' of " + size() + " prompts (" + contentHash + ")";
    }
}
