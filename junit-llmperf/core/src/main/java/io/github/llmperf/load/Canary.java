package io.github.llmperf.load;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/** A thread that only sleeps and records how late it wakes: what threads of the load suffer alike. */
final class Canary {

    private static final long STEP = TimeUnit.MILLISECONDS.toNanos(10);

    private final NanoClock clock;
    private long[] lateness = new long[1024];
    private int n;

    Canary(NanoClock clock) {
        this.clock = clock;
    }

    /** Sleeps in steps of 10 ms until interrupted. */
    void sing() throws InterruptedException {
        while (true) {
            long due = clock.now() + STEP;
            clock.sleepUntil(due);
            add(clock.now() - due);
        }
    }

    private synchronized void add(long nanos) {
        if (n == lateness.length) {
            lateness = Arrays.copyOf(lateness, 2 * n);
        }
        lateness[n++] = Math.max(0, nanos);
    }

    /** Returns the 99th percentile of the lateness (nearest rank), in ms; 0 before the first step. */
    synchronized double p99Ms() {
        if (n == 0) {
            return 0;
        }
        long[] sorted = Arrays.copyOf(lateness, n);
        Arrays.sort(sorted);
        return sorted[(99 * n + 99) / 100 - 1] / 1e6;
    }
}
