package io.github.llmperf.load;

import io.github.llmperf.clock.NanoClock;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Lets threads wait on the run's clock and wakes them all early on demand. It interrupts only threads that wait here,
 * never one that is sending, whose request would fail.
 */
final class WakeSignal {

    private static final long LONGEST_SLEEP = TimeUnit.HOURS.toNanos(1);

    private final NanoClock clock;
    private final Set<Thread> waiting = new HashSet<>();
    private long signals;

    WakeSignal(NanoClock clock) {
        this.clock = clock;
    }

    /** Returns the number of signals so far; read it before asking the loop what to do. */
    synchronized long signals() {
        return signals;
    }

    /** Wakes all waiting threads, and keeps threads from waiting on an answer they got before this signal. */
    synchronized void signal() {
        signals++;
        waiting.forEach(Thread::interrupt);
    }

    /**
     * Waits until a moment or the next signal.
     *
     * @param moment in terms of the clock
     * @param seenSignals number of signals when the loop was asked; if there were more since, this returns at once
     */
    void sleepUntil(long moment, long seenSignals) throws InterruptedException {
        Thread self = Thread.currentThread();
        synchronized (this) {
            if (signals != seenSignals) {
                return;
            }
            waiting.add(self);
        }
        try {
            clock.sleepUntil(Math.min(moment, clock.now() + LONGEST_SLEEP));
        } catch (InterruptedException e) {
            if (signals() == seenSignals) {
                throw e;
            }
        } finally {
            synchronized (this) {
                waiting.remove(self);
                if (signals != seenSignals) {
                    // A signal may come after the sleep has ended: its interrupt must not hit the next request.
                    Thread.interrupted();
                }
            }
        }
    }
}
