package io.github.llmperf.simulator.engine;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Remembers how prompts began, so that a request that begins alike need not read that part. What was used longest ago is
 * forgotten first. It takes no memory from requests being computed.
 */
final class PrefixCache {

    static final int BLOCK = KvMemory.BLOCK;

    private static final int MOST_BLOCKS = 1_000_000;

    private final int capacity;
    /** The one used longest ago first. */
    private final Set<Long> blocks = new LinkedHashSet<>();

    /** Remembers so many tokens. */
    PrefixCache(int tokens) {
        this.capacity = Math.min(tokens / BLOCK, MOST_BLOCKS);
    }

    /** Returns how many tokens at the beginning of a prompt are known; the last token of a prompt is always read. */
    int known(EngineRequest request) {
        int known = 0;
        for (long key : request.prefix()) {
            if (!blocks.contains(key)) {
                break;
            }
            known++;
        }
        return Math.min(known * BLOCK, request.promptTokens() - 1);
    }

    /** Remembers a prompt that was read. */
    void remember(EngineRequest request) {
        List<Long> keys = request.prefix();
        // Backwards, so that of one prompt the end is forgotten before the beginning, without which it is worth
        // nothing.
        for (int i = keys.size() - 1; i >= 0; i--) {
            blocks.remove(keys.get(i));
            blocks.add(keys.get(i));
        }
        for (Iterator<Long> oldest = blocks.iterator(); blocks.size() > capacity; ) {
            oldest.next();
            oldest.remove();
        }
    }
}
