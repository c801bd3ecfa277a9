package io.github.llmperf.load;

import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.protocol.Failure;
import io.github.llmperf.protocol.FailureKind;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/**
 * Decides from failures before the first success that a target is dead. A request that is still in flight may succeed, so
 * it takes a failure that nothing in flight is older than: a server that refuses what it has no room for, and works on the
 * rest, is not dead. Not safe for threads: the lock of its loop guards it.
 */
final class DeadTarget {

    private static final int LEAST_FAILURES = 20;

    /** A server without room gets this long to find some, counted from the load's begin. */
    static final long PATIENCE = TimeUnit.SECONDS.toNanos(10);

    private final TreeSet<Integer> inFlight = new TreeSet<>();
    private int failures;
    private int overloads;
    private boolean alive;

    /** A request is being sent. */
    void sending(int index) {
        if (!alive) {
            inFlight.add(index);
        }
    }

    /** A request will say nothing of the target. */
    void gone(int index) {
        inFlight.remove(index);
    }

    /** A request has succeeded. */
    void succeeded() {
        alive = true;
        inFlight.clear();
    }

    /**
     * A request has failed at the server, or on the way.
     *
     * @param nanos since the load's begin
     * @return whether the target is dead by now
     */
    boolean isDeadBy(RequestRecord failed, long nanos) {
        inFlight.remove(failed.index());
        Failure failure = failed.failure();
        if (alive || failure == null || failure.kind() == FailureKind.LENGTH) {
            return false; // a prompt that does not fit says nothing of the others
        }
        failures++;
        overloads += failure.kind() == FailureKind.OVERLOAD ? 1 : 0;
        int counted = nanos < PATIENCE ? failures - overloads : failures;
        return counted >= LEAST_FAILURES && (inFlight.isEmpty() || inFlight.first() > failed.index());
    }
}
