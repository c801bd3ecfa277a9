package io.github.llmperf.prompt;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The order in which the prompts of a set are sent: each once per cycle, each cycle in another order, all orders fixed by
 * the seed.
 *
 * <p>The generator is written out (SplitMix64 by Steele, Lea and Flood, OOPSLA 2014), so that no Java version may change
 * an order. One order is kept per cycle: four bytes for each request sent.
 */
final class Shuffle {

    static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

    private final int size;
    private final long seed;
    private final Map<Integer, int[]> orders = new ConcurrentHashMap<>();

    Shuffle(int size, long seed) {
        this.size = size;
        this.seed = seed;
    }

    /** Returns which prompt is sent as the index-th. */
    int position(int index) {
        return size == 1 ? 0 : orders.computeIfAbsent(index / size, this::order)[index % size];
    }

    private int[] order(int cycle) {
        long state = mix(mix(seed) + cycle);
        int[] order = new int[size];
        for (int i = 0; i < size; i++) {
            state += GOLDEN_GAMMA;
            int j = (int) Long.remainderUnsigned(mix(state), i + 1);
            order[i] = order[j];
            order[j] = i;
        }
        return order;
    }

    /** Scrambles the bits of a number, so that neighbouring numbers give unrelated results. */
    static long mix(long value) {
        long mixed = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }
}
