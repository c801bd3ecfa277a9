package io.github.llmperf.client;

import java.util.function.LongSupplier;

/** A clock that a scripted server sets; it knows how often it was looked at, which tells that bytes were read. */
final class StepClock implements LongSupplier {

    private static final long PATIENCE_NANOS = 30_000_000_000L;

    private long now;
    private long looks;

    @Override
    public synchronized long getAsLong() {
        looks++;
        notifyAll();
        return now;
    }

    synchronized void set(long nanos) {
        now = nanos;
    }

    synchronized long looks() {
        return looks;
    }

    /** Waits until the clock has been looked at more often than before. */
    synchronized void awaitLookAfter(long before) throws InterruptedException {
        long giveUp = System.nanoTime() + PATIENCE_NANOS;
        while (looks <= before) {
            long left = (giveUp - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                throw new IllegalStateException("nothing was read");
            }
            wait(left);
        }
    }
}
