package io.github.llmperf.prompt;

import io.github.llmperf.plan.Workload;

/** Prompts that are made when they are asked for; the load alone says how long their answers may be. */
interface GeneratedPrompts extends PromptStore {

    /** Hash of all that decides what is made. */
    String contentHash();

    @Override
    default double meanMaxNewTokens(Workload load) {
        return load.maxNewTokens();
    }
}
