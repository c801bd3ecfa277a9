package io.github.llmperf.simulator.http;

/** Where the tokens of one answer go. Called by the engine's thread only. */
interface TokenSink {

    /** The engine has taken the request in. */
    void accepted();

    /** The engine's queue is full; nothing else will be called. */
    void refused();

    /**
     * A token is due.
     *
     * @param index 1 for the first token
     * @return false when the answer is at an end though the engine is not: the rest need not be computed
     */
    boolean token(int index);
}
