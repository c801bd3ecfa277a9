package io.github.llmperf.simulator.http;

import io.github.llmperf.simulator.text.PromptText;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * What a client asks for on either route.
 *
 * @param model the model it names; null if none
 * @param prompt the last message, or the prompt
 * @param wholePrompt all messages together, or the prompt
 * @param promptTokens tokens of all messages together
 * @param maxTokens most tokens it wants; empty for no limit
 * @param minTokens fewest tokens it wants
 * @param ignoreEos whether the answer must not end by itself
 * @param stream whether tokens are sent as they come
 * @param includeUsage whether a stream ends with the token counts
 * @param continuousUsage whether each event carries the counts
 */
record CompletionRequest(
        @Nullable String model,
        PromptText prompt,
        String wholePrompt,
        int promptTokens,
        OptionalInt maxTokens,
        int minTokens,
        boolean ignoreEos,
        boolean stream,
        boolean includeUsage,
        boolean continuousUsage) {}
