package io.github.llmperf.simulator.http;

import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * What a client asks for, by whichever route.
 *
 * @param model the model it names; null if none
 * @param length how much is to be produced
 * @param form how the answer is to be written
 */
record CompletionRequest(@Nullable String model, PromptReader prompt, Length length, Form form) {

    /**
     * How long the answer may be.
     *
     * @param maxTokens most tokens; empty for no limit
     * @param minTokens fewest tokens
     * @param ignoreEos whether the answer must not end by itself
     */
    record Length(OptionalInt maxTokens, int minTokens, boolean ignoreEos) {

        static Length of(OptionalInt maxTokens, OptionalInt minTokens, boolean ignoreEos) throws Refusal {
            int fewest = minTokens.orElse(0);
            if (maxTokens.isPresent() && fewest > maxTokens.getAsInt()) {
                throw Refusal.badRequest(
                        "min_tokens",
                        "min_tokens must be at most max_tokens=" + maxTokens.getAsInt() + ", but is " + fewest);
            }
            return new Length(maxTokens, fewest, ignoreEos);
        }
    }

    /**
     * What the answer shows.
     *
     * @param stream whether tokens are sent as they come
     * @param includeUsage whether a stream ends with the token counts
     * @param continuousUsage whether each event carries the counts
     * @param details whether reason, counts and tokens come with the text
     * @param fullText whether the prompt stands in front of the whole text
     */
    record Form(boolean stream, boolean includeUsage, boolean continuousUsage, boolean details, boolean fullText) {}
}
