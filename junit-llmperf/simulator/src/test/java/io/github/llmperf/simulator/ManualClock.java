package io.github.llmperf.simulator;

import io.github.llmperf.simulator.http.LoopClock;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/** Stands still until a test moves it. */
final class ManualClock implements LoopClock {

    private final AtomicLong now = new AtomicLong();
    private final AtomicReference<Thread> waiting = new AtomicReference<>();

    @Override
    public long now() {
        return now.get();
    }

    @Override
    public void parkUntil(OptionalLong moment) {
        waiting.set(Thread.currentThread());
        if (moment.isEmpty() || moment.getAsLong() > now.get()) {
            LockSupport.park(this);
        }
    }

    void moveToMillis(long millis) {
        now.set(millis * 1_000_000);
        LockSupport.unpark(waiting.get());
    }
}
