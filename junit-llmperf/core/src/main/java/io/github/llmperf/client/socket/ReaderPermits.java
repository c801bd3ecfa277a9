package io.github.llmperf.client.socket;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Lets only a few request threads run at once. A thousand threads woken together compete for the processors with the
 * reading thread and with a server on the same machine, which then get a thousandth of the time each; that delay would
 * be measured as the server's. One after the other, the threads finish just as early, and the server is not kept
 * waiting.
 *
 * <p>A turn ends when its thread waits for bytes again. A thread that waits for anything else, such as think time, does
 * not report it: its turn ends after a while. Safe for use by several threads.
 */
final class ReaderPermits {

    /** Much longer than a thread works between two waits. */
    static final long LONGEST = TimeUnit.MILLISECONDS.toNanos(2);

    /** The turn of one thread. */
    static final class Turn {
        private final long began;

        private Turn(long began) {
            this.began = began;
        }
    }

    private final int most;
    private final LongSupplier clock;
    private final Deque<Turn> running = new ArrayDeque<>();
    private final Deque<Inbox> urgent = new ArrayDeque<>();
    private final Deque<Inbox> patient = new ArrayDeque<>();

    ReaderPermits(int most, LongSupplier clock) {
        this.most = most;
        this.clock = clock;
    }

    /** Has the one who waits for bytes go on, as soon as it is its turn. */
    synchronized void give(Inbox inbox) {
        urgent.add(inbox);
        go();
    }

    /** Has the one who can wait go on, when nobody else wants to: it has the more to read then. */
    synchronized void giveLater(Inbox inbox) {
        patient.add(inbox);
        go();
    }

    /** A thread waits again. */
    synchronized void end(Turn turn) {
        if (running.remove(turn)) {
            go();
        }
    }

    /** Ends turns that are over, and tells whether someone still waits for one. */
    synchronized boolean look() {
        if (isAwaited()) {
            long overBefore = clock.getAsLong() - LONGEST;
            while (!running.isEmpty() && running.peekFirst().began < overBefore) {
                running.removeFirst();
            }
            go();
        }
        return isAwaited();
    }

    private boolean isAwaited() {
        return !urgent.isEmpty() || !patient.isEmpty();
    }

    private void go() {
        while (running.size() < most && isAwaited()) {
            Turn turn = new Turn(clock.getAsLong());
            Inbox next = urgent.isEmpty() ? patient.removeFirst() : urgent.removeFirst();
            if (next.wake(turn)) {
                running.add(turn);
            }
        }
    }
}
