package io.github.llmperf.prompt;

import io.github.llmperf.plan.Workload;
import java.util.List;

/** Prompts in memory. */
record HeldPrompts(List<Prompt> prompts) implements PromptStore {

    HeldPrompts {
        prompts = List.copyOf(prompts);
    }

    @Override
    public int size() {
        return prompts.size();
    }

    @Override
    public Prompt get(int position) {
        return prompts.get(position);
    }

    @Override
    public String contentHash() {
        return ContentHash.of(prompts);
    }

    @Override
    public double meanTokens() {
        return prompts.stream().mapToLong(TokenEstimate::of).average().orElseThrow();
    }

    @Override
    public double meanMaxNewTokens(Workload load) {
        return prompts.stream()
                .mapToInt(prompt -> prompt.maxNewTokens(load))
                .average()
                .orElseThrow();
    }

    @Override
    public void check(Workload load, String name) {
        if (PromptLength.of(load).isPresent() && prompts.stream().anyMatch(prompt -> prompt.messages() != null)) {
            String key = PromptLength.setting(load);
            throw new IllegalArgumentException(
                    key + " must not be set for messages that are sent verbatim, but prompt set '" + name
                            + "' has some; remove " + key + " or write the entries as {\"prompt\": \"…\"}");
        }
    }
}
