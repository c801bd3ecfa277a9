package io.github.llmperf.prompt;

import io.github.llmperf.plan.Workload;

/** Where the prompts of a set come from one by one: held or made. Used by many threads. */
interface PromptStore {

    /** How many there are: 1 or more. */
    int size();

    /** Returns a prompt; the same for the same position, from 0. */
    Prompt get(int position);

    /** Hash of all that decides what the prompts are. */
    String contentHash();

    /** Mean length of the prompts, estimated. */
    double meanTokens();

    /** Mean of what requests with these prompts ask for. */
    default double meanMaxNewTokens(Workload load) {
        return load.maxNewTokens();
    }

    /**
     * Refuses what these prompts cannot be asked for.
     *
     * @param name of the set, for the message
     * @throws IllegalArgumentException naming the setting and the way out
     */
    void check(Workload load, String name);
}
