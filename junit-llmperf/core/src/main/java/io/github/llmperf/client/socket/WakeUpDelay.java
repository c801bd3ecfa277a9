package io.github.llmperf.client.socket;

import java.util.concurrent.TimeUnit;

/**
 * How long bytes may lie unread, so that one wake-up serves several events. Waking a thread costs five times as much as
 * reading and stamping an event; bytes are stamped before, so waiting costs no precision. With little traffic there is
 * no wait. Used by one thread.
 */
final class WakeUpDelay {

    private static final long SPAN = TimeUnit.MILLISECONDS.toNanos(20);

    /** Shorter waits save nothing, as a stream has only one event in that time. */
    private static final long LEAST = TimeUnit.MILLISECONDS.toNanos(2);

    private static final long MOST = TimeUnit.MILLISECONDS.toNanos(100);

    /** At 10,000 reads a second a thread is woken ten times a second. */
    private static final long PER_READ_A_SECOND = TimeUnit.MICROSECONDS.toNanos(10);

    private long spanBegan;
    private int reads;
    private long patience;

    WakeUpDelay(long now) {
        spanBegan = now;
    }

    /** Counts reads. */
    void read(long now, int count) {
        reads += count;
        long elapsed = now - spanBegan;
        if (elapsed >= SPAN) {
            double perSecond = reads * 1e9 / elapsed;
            long wanted = Math.min(MOST, Math.round(perSecond * PER_READ_A_SECOND));
            patience = wanted < LEAST ? 0 : wanted;
            spanBegan = now;
            reads = 0;
        }
    }

    /** Returns how long bytes may wait now, in ns; 0 for not at all. */
    long nanos() {
        return patience;
    }
}
