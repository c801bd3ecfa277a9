package io.github.llmperf.simulator.http;

/** Where the tokens of one answer go. Called by the engine's thread only. */
interface TokenSink {

    /** The engine has taken the request in. */
    void accepted();

    /**
     * The engine computes the request from now on.
     *
     * @param cachedTokens of its prompt, which need not be read
     */
    void started(int cachedTokens);

    /** The engine's queue is full; nothing else will be called. */
    void refused();

    /**
     * Returns whether the answer breaks off at a token, whatever the engine would still compute.
     *
     * @param index 1 for the first token
     * @return true if nothing after it is wanted
     */
    boolean breaksAt(int index);

    /**
     * A token is due.
     *
     * @param index 1 for the first token
     * @param soFar how long the answer took until then
     */
    void token(int index, ServedTimes soFar);
}
