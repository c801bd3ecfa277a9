package io.github.llmperf.simulator.http;

import io.github.llmperf.simulator.fault.Fault;
import org.jspecify.annotations.Nullable;

/**
 * A fault that strikes in the middle of an answer.
 *
 * @param fault what happens; null for nothing
 * @param atToken the token in whose place it happens, 1 for the first
 */
record Interruption(@Nullable Fault fault, int atToken) {

    static final Interruption NONE = new Interruption(null, 0);

    boolean isAt(int token) {
        return fault != null && token == atToken;
    }
}
