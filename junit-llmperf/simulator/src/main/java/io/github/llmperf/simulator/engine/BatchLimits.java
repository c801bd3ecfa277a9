package io.github.llmperf.simulator.engine;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * How much an engine takes at once.
 *
 * @param slots requests computed together, 1 or more (vLLM: {@code --max-num-seqs})
 * @param queueLimit requests that may wait beyond those, 0 or more; the next one is refused
 * @param maxBatchedTokens tokens computed in one step, at least as many as slots; longer prompts are read in several
 *     steps (vLLM: {@code --max-num-batched-tokens})
 */
@API(status = Status.INTERNAL, since = "0.1")
public record BatchLimits(int slots, int queueLimit, int maxBatchedTokens) {

    /** Queues without limit, as vLLM does. */
    public static final BatchLimits DEFAULT = new BatchLimits(64, Integer.MAX_VALUE, 8192);

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if a number is out of range
     */
    public BatchLimits {
        if (slots < 1) {
            throw new IllegalArgumentException("slots must be 1 or more, but is " + slots);
        }
        if (queueLimit < 0) {
            throw new IllegalArgumentException("queueLimit must be 0 or more, but is " + queueLimit);
        }
        if (maxBatchedTokens < slots) {
            throw new IllegalArgumentException("maxBatchedTokens must be at least as many as slots (" + slots
                    + "), or some request would never get a token, but is " + maxBatchedTokens);
        }
    }

    boolean isFull(int requests) {
        return requests >= (long) slots + queueLimit;
    }
}
