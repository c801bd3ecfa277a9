package io.github.llmperf.prompt;

import io.github.llmperf.plan.Workload;
import java.util.List;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * The prompts of one named set or file, in the order of the file.
 *
 * @param name the name or file asked for
 * @param prompts at least one
 * @param contentHash 16 hexadecimal digits over the prompts and the lengths of their answers alone: line ends, byte order
 *     mark and format do not count
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

    /**
     * Estimates the length of a prompt.
     *
     * @return mean over the set, in tokens
     */
    public double meanTokens() {
        return prompts.stream().mapToLong(TokenEstimate::of).average().orElseThrow();
    }

    /**
     * Tells whether entries say how long their answers may be, as far as a load heeds it.
     *
     * @param load what each request of the load asks for
     * @return true when a request asks for less than the load's {@code maxNewTokens}
     */
    public boolean hasOwnLengths(Workload load) {
        return prompts.stream().anyMatch(prompt -> prompt.maxNewTokens(load) < load.maxNewTokens());
    }

    /**
     * Returns how many tokens a request asks for.
     *
     * @param load what each request of the load asks for
     * @return mean over the set
     */
    public double meanMaxNewTokens(Workload load) {
        return prompts.stream()
                .mapToInt(prompt -> prompt.maxNewTokens(load))
                .average()
                .orElseThrow();
    }

    @Override
    public String toString() {
        return "prompt set '" + name + "' of " + size() + " prompts (" + contentHash + ")";
    }
}
