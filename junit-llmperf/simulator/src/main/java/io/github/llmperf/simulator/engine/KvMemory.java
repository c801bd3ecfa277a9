package io.github.llmperf.simulator.engine;

import java.util.HashMap;
import java.util.Map;

/** Memory for keys and values, given out in blocks as PagedAttention does. */
final class KvMemory {

    static final int BLOCK = EngineRequest.PREFIX_BLOCK;

    private final long blocks;
    private final Map<Long, Integer> given = new HashMap<>();
    private long used;

    /** Has room for so many tokens; {@link Integer#MAX_VALUE} is without limit. */
    KvMemory(int tokens) {
        this.blocks = tokens == Integer.MAX_VALUE ? Long.MAX_VALUE : tokens / BLOCK;
    }

    /** Gives a request all the blocks it needs for so many tokens in all, or nothing where there are too few. */
    boolean reserve(long request, int tokens) {
        int needed = (tokens + BLOCK - 1) / BLOCK;
        int has = given.getOrDefault(request, 0);
        if (needed - has > blocks - used) {
            return false;
        }
        if (needed > has) {
            given.put(request, needed);
            used += needed - has;
        }
        return true;
    }

    void free(long request) {
        Integer had = given.remove(request);
        used -= had == null ? 0 : had;
    }

    /** Returns the part that is given out, 0 to 1. */
    double usage() {
        return blocks == Long.MAX_VALUE || blocks == 0 ? 0 : (double) used / blocks;
    }
}
