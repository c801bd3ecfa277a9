package io.github.llmperf.simulator.http;

/** Ids of tokens for servers that show them. The simulated model has no vocabulary: the same text has the same id. */
final class TokenIds {

    private static final int VOCABULARY = 0x7FFF;

    private TokenIds() {}

    static int of(String text) {
        return text.hashCode() & VOCABULARY;
    }
}
