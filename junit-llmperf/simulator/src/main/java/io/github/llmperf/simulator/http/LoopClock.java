package io.github.llmperf.simulator.http;

import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** The clock that drives an engine, and waiting by it. Replaced in tests. */
@API(status = Status.INTERNAL, since = "0.1")
public interface LoopClock {

    /** The clock of the machine. */
    LoopClock SYSTEM = new LoopClock() {
        @Override
        public long now() {
            return System.nanoTime();
        }

        @Override
        public void parkUntil(OptionalLong moment) {
            if (moment.isEmpty()) {
                LockSupport.park(this);
            } else {
                LockSupport.parkNanos(this, moment.getAsLong() - now());
            }
        }
    };

    /**
     * Returns the present moment.
     *
     * @return nanoseconds from an arbitrary origin
     */
    long now();

    /**
     * Waits until a moment, or without limit. Returns early when the calling thread is unparked or interrupted, and may
     * return early for no reason.
     *
     * @param moment in terms of {@link #now()}; empty for no limit
     */
    void parkUntil(OptionalLong moment);
}
