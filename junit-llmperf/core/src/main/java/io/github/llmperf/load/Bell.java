package io.github.llmperf.load;

import io.github.llmperf.clock.NanoClock;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Waiting by the run's clock that can be ended early for everyone. Only threads that wait here are woken, never one that
 * is sending: an interrupted request would fail.
 */
final class Bell {

    private static final long LONGEST_SLEEP = TimeUnit.HOURS.toNanos(1);

    private final NanoClock clock;
    private final Set<Thread> waiting = new HashSet<>();
    private long rings;

    Bell(NanoClock clock) {
        this.clock = clock;
    }

    /** Returns how often the bell has rung: to be read before asking what to do. */
    synchronized long rings() {
        return rings;
    }

    /** Wakes everyone who waits, and spares those who are about to wait for what they had asked before this. */
    synchronized void ring() {
        rings++;
        waiting.forEach(Thread::interrupt);
    }

    /**
     * Waits until a moment or the next ring.
     *
     * @param moment in terms of the clock
     * @param heard rings at the time of asking; when there were more since, this returns at once
     * @throws InterruptedException if the thread is interrupted by anyone else
     */
    void sleepUntil(long moment, long heard) throws InterruptedException {
        Thread self = Thread.currentThread();
        synchronized (this) {
            if (rings != heard) {
                return;
            }
            waiting.add(self);
        }
        try {
            clock.sleepUntil(Math.min(moment, clock.now() + LONGEST_SLEEP));
        } catch (InterruptedException e) {
            if (rings() == heard) {
                throw e;
            }
        } finally {
            synchronized (this) {
                waiting.remove(self);
                if (rings != heard) {
                    // A ring may come after the sleep has ended: its interrupt must not hit the next request.
                    Thread.interrupted();
                }
            }
        }
    }
}
