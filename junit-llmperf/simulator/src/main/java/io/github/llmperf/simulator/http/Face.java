package io.github.llmperf.simulator.http;

/** One kind of server as its clients know it: what it reads, how it answers, and how it refuses. */
interface Face {

    /** Returns the face that a body is meant for, where servers share a path. */
    default Face of(JsonFields body) {
        return this;
    }

    /** Reads what is asked for. */
    CompletionRequest read(JsonFields body) throws Refusal;

    /** Returns how one answer is written. */
    AnswerShape shape(Asked asked);

    /** Returns the words for a request that does not fit the context. */
    Refusal tooLong(int promptTokens, int outputTokens, int most);

    /** Refuses a request that would have been answered at once, or that cannot be read. */
    void refuse(Refusal refusal, Exchange exchange);

    /** Refuses a request that would have been answered by a stream. */
    default void refuseStream(Refusal refusal, Exchange exchange) {
        refuse(refusal, exchange);
    }
}
