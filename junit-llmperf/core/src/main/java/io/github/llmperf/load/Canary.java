package io.github.llmperf.load;

import io.github.llmperf.clock.NanoClock;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/** Sleeps in a loop and records how late it wakes: the threads of the load are late in the same way. */
final class Canary {

    private static final long STEP = TimeUnit.MILLISECONDS.toNanos(10);

    private final NanoClock clock;
    private long[] dues = new long[1024];
    private long[] lateness = new long[1024];
    private int n;

    Canary(NanoClock clock) {
        this.clock = clock;
    }

    /**
     * Sleeps in steps of 10 ms until interrupted. The steps are fixed in time: a thread that oversleeps ten of them is
     * counted as late ten times.
     */
    void sing() throws InterruptedException {
        long due = clock.now();
        while (true) {
            due += STEP;
            clock.sleepUntil(due);
            add(due, clock.now() - due);
        }
    }

    private synchronized void add(long due, long late) {
        if (n == lateness.length) {
            dues = Arrays.copyOf(dues, 2 * n);
            lateness = Arrays.copyOf(lateness, 2 * n);
        }
        dues[n] = due;
        lateness[n++] = Math.max(0, late);
    }

    /**
     * Returns the 99th percentile of the lateness (nearest rank) of the steps that overlap a span, in ms; 0 without any.
     */
    synchronized double p99Ms(long begin, long end) {
        long[] inside = new long[n];
        int count = 0;
        for (int i = 0; i < n; i++) {
            if (dues[i] + lateness[i] >= begin && dues[i] <= end) {
                inside[count++] = lateness[i];
            }
        }
        if (count == 0) {
            return 0;
        }
        Arrays.sort(inside, 0, count);
        return inside[(99 * count + 99) / 100 - 1] / 1e6;
    }
}
