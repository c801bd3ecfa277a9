package io.github.llmperf.simulator.engine;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * How much an engine takes at once, and how it shares a step out.
 *
 * @param slots requests computed together, 1 or more (vLLM: {@code --max-num-seqs})
 * @param queueLimit requests that may wait beyond those, 0 or more; the next one is refused
 * @param maxBatchedTokens tokens computed in one step, at least as many as slots (vLLM:
 *     {@code --max-num-batched-tokens})
 * @param chunkedPrefill whether longer prompts are read in several steps, beside requests that are being decoded;
 *     otherwise a prompt is read in one step, in which nobody decodes (vLLM: {@code --enable-chunked-prefill})
 * @param kvTokens tokens whose keys and values fit into memory; when it is full the youngest request has to wait again.
 *     {@link Integer#MAX_VALUE} is without limit
 * @param prefixCaching whether beginnings of prompts that were read before need not be read again
 */
@API(status = Status.INTERNAL, since = "0.1")
public record BatchLimits(
        int slots, int queueLimit, int maxBatchedTokens, boolean chunkedPrefill, int kvTokens, boolean prefixCaching) {

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
        if (kvTokens < KvMemory.BLOCK) {
            throw new IllegalArgumentException("kvTokens must be a block of " + KvMemory.BLOCK
                    + " or more, and at least as many as the context is long, but is " + kvTokens);
        }
    }

    /**
     * Limits of an engine with memory for everybody that reads long prompts in chunks and remembers none.
     *
     * @param slots requests computed together, 1 or more
     * @param queueLimit requests that may wait beyond those, 0 or more
     * @param maxBatchedTokens tokens computed in one step, at least as many as slots
     * @throws IllegalArgumentException if a number is out of range
     */
    public BatchLimits(int slots, int queueLimit, int maxBatchedTokens) {
        this(slots, queueLimit, maxBatchedTokens, true, Integer.MAX_VALUE, false);
    }

    /** Returns these limits with another way of reading prompts. */
    public BatchLimits withChunkedPrefill(boolean chunked) {
        return new BatchLimits(slots, queueLimit, maxBatchedTokens, chunked, kvTokens, prefixCaching);
    }

    /** Returns these limits with another memory. */
    public BatchLimits withKvTokens(int tokens) {
        return new BatchLimits(slots, queueLimit, maxBatchedTokens, chunkedPrefill, tokens, prefixCaching);
    }

    /** Returns these limits with a cache of prompts' beginnings, or without. */
    public BatchLimits withPrefixCaching(boolean caching) {
        return new BatchLimits(slots, queueLimit, maxBatchedTokens, chunkedPrefill, kvTokens, caching);
    }

    long capacity() {
        return (long) slots + queueLimit;
    }

    /** Returns whether a request can be served at all, were it alone. */
    boolean canHold(EngineRequest request) {
        int most = request.promptTokens() + request.outputTokens();
        return most <= kvTokens / KvMemory.BLOCK * KvMemory.BLOCK && (chunkedPrefill || most <= maxBatchedTokens);
    }
}
