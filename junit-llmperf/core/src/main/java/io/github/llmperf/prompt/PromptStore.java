package io.github.llmperf.prompt;

import io.github.llmperf.plan.Workload;

/** Provides the prompts of a set by number, from memory or generated. Used by many threads. */
interface PromptStore {

    /** How many there are: 1 or more. */
    int size();

    /** Returns a prompt; the same for the same position, from 0. */
    Prompt get(int position);

    /** Hash of everything that determines the prompts. */
    String contentHash();

    /** Mean length of the prompts, estimated. */
    double meanTokens();

    /** Mean of the answer lengths that requests with these prompts ask for. */
    default double meanMaxNewTokens(Workload load) {
        return load.maxNewTokens();
    }

    /**
     * Rejects settings that these prompts do not support.
     *
     * @throws IllegalArgumentException naming the setting and the way out
     */
    void check(Workload load, String name);
}
