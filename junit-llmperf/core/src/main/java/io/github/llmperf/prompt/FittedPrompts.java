package io.github.llmperf.prompt;

/** Prompts around a passage, which alone is cut when the prompt is to have a certain length. */
interface FittedPrompts extends PromptStore {

    /** Returns a prompt of a certain length. */
    String text(int position, PromptLength length);
}
