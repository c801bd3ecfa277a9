package io.github.llmperf.simulator.http;

import io.github.llmperf.simulator.text.Answer;

/**
 * A request and the answer that it will get.
 *
 * @param answer what will be answered
 * @param number of the request, from 1
 * @param created seconds since 1970
 * @param model name of the model
 */
record Asked(CompletionRequest request, Answer answer, long number, long created, String model) {

    boolean isLast(int token) {
        return token == answer.tokens();
    }

    /** Returns the counts after some tokens. */
    Usage usage(int tokens, int cachedTokens) {
        return new Usage(request.prompt().tokens(), tokens, cachedTokens);
    }
}
