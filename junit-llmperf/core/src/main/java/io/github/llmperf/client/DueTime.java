package io.github.llmperf.client;

import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * Holds back a request that was handed over early until it is due. Everything that takes time before the first byte
 * (the thread, the prompt, JSON, a pooled connection) is done by then and delays nothing.
 */
final class DueTime {

    private final LongSupplier clock;
    private final long moment;
    private final boolean connectsEarly;
    private final Runnable beforeWaiting;

    /**
     * Prepares to hold a request back.
     *
     * @param beforeWaiting called on the request's thread, which others need not wait for then
     */
    DueTime(LongSupplier clock, PlannedRequest request, Runnable beforeWaiting) {
        this(clock, request.scheduled(), request.connectsEarly(), beforeWaiting);
    }

    private DueTime(LongSupplier clock, long moment, boolean connectsEarly, Runnable beforeWaiting) {
        this.clock = clock;
        this.moment = moment;
        this.connectsEarly = connectsEarly;
        this.beforeWaiting = beforeWaiting;
    }

    /** Holds nothing back. */
    static DueTime past(LongSupplier clock) {
        return new DueTime(clock, Long.MIN_VALUE, false, () -> {});
    }

    /** Returns how long it is until then, in ns; 0 when it is past. */
    long left() {
        return moment == Long.MIN_VALUE ? 0 : Math.max(0, moment - clock.getAsLong());
    }

    /** Waits before a connection is opened, unless that may happen early. */
    void awaitConnecting() {
        if (!connectsEarly) {
            await();
        }
    }

    /** Waits until the request is due, or its thread is interrupted. */
    void await() {
        if (left() > 0) {
            beforeWaiting.run();
        }
        for (long left = left(); left > 0 && !Thread.currentThread().isInterrupted(); left = left()) {
            LockSupport.parkNanos(this, left);
        }
    }
}
