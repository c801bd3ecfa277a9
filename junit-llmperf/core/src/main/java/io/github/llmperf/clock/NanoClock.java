package io.github.llmperf.clock;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** The monotonic clock of a run, and waiting by it. Replaced in tests. */
@API(status = Status.INTERNAL, since = "0.1")
public interface NanoClock {

    /** The clock of the machine. */
    NanoClock SYSTEM = new SystemClock();

    /**
     * Returns the present moment.
     *
     * @return nanoseconds from an arbitrary origin
     */
    long now();

    /**
     * Waits until a moment, or returns at once when it is past.
     *
     * @param moment in terms of {@link #now()}
     * @throws InterruptedException if the thread is interrupted meanwhile
     */
    void sleepUntil(long moment) throws InterruptedException;
}
