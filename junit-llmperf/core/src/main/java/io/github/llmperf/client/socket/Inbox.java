package io.github.llmperf.client.socket;

import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * What has arrived at one socket: the reading thread adds, the thread of the request takes. Whoever takes is woken at once,
 * unless it said that it can wait.
 */
final class Inbox {

    /** What the reading thread has to do for the one who waits. */
    enum Wake {
        /** Nothing: nobody waits, or a wake-up is due already. */
        NO,
        /** Wake it now. */
        NOW,
        /** Wake it when its patience is over. */
        LATER
    }

    /** So much is not left unread. */
    private static final int MUCH = 16 << 10;

    /** Beyond it the socket is not read: the server has to wait, as for any client that is too slow. */
    private static final int TOO_MUCH = 1 << 20;

    private final ReaderPermits permits;
    private final Arrivals arrivals = new Arrivals();
    private @Nullable Thread waiting;
    private @Nullable IOException broken;
    private boolean ended;
    private boolean asked;
    private boolean answered;
    private long endedAt;
    private boolean closed;
    private boolean wakeUpDue;
    private boolean called;
    private boolean paused;
    private ReaderPermits.@Nullable Turn turn;
    private long patience;
    private boolean untouched;
    private long untouchedSince;

    Inbox(ReaderPermits permits) {
        this.permits = permits;
    }

    /** Adds what one read brought. */
    synchronized Wake add(long moment, ByteBuffer arrived) {
        answered = asked;
        if (arrivals.unread() == 0) {
            untouched = true;
            untouchedSince = System.nanoTime();
        }
        arrivals.add(moment, arrived);
        paused |= arrivals.unread() >= TOO_MUCH;
        boolean urgent = patience == 0 || isUrgent();
        if (waiting == null || (wakeUpDue && !urgent)) {
            return Wake.NO;
        }
        if (urgent) {
            boolean again = called;
            called = true;
            return again ? Wake.NO : Wake.NOW;
        }
        wakeUpDue = true;
        return Wake.LATER;
    }

    private boolean isUrgent() {
        return arrivals.unread() >= MUCH || arrivals.looksComplete();
    }

    /** The server sends no more. */
    synchronized void end(long moment) {
        ended = true;
        endedAt = moment;
    }

    /** The connection broke. */
    synchronized void fail(IOException why) {
        broken = why;
    }

    synchronized void close() {
        closed = true;
    }

    /** Wakes the one who waits, if anyone does, for a turn of its own; returns whether anyone did. */
    boolean wake(ReaderPermits.@Nullable Turn with) {
        @Nullable Thread thread;
        synchronized (this) {
            wakeUpDue = false;
            thread = waiting;
            waiting = null;
            called = false;
            if (thread != null) {
                turn = with; // otherwise it would take the place of one that is held
            }
        }
        LockSupport.unpark(thread);
        return thread != null;
    }

    /** Returns how long the one who waits can wait, at most; 0 for not at all. */
    synchronized long patience() {
        return patience;
    }

    /** From now on bytes may lie unread for a time. */
    synchronized void patience(long nanos) {
        patience = nanos;
    }

    /** Something is being sent: what comes next is waited for. */
    synchronized void expect() {
        asked = true;
        answered = false;
        patience = 0;
        untouched = false; // nobody was meant to take what came before, such as the tickets of TLS
    }

    synchronized boolean isPaused() {
        return paused;
    }

    /**
     * Returns whether the server has ended the connection after an answer. One that ended before an answer is not told
     * apart from one that works, so that whoever asked over it learns why.
     */
    synchronized boolean isOver() {
        return answered && (ended || broken != null);
    }

    synchronized int available() {
        return arrivals.unread();
    }

    /**
     * Takes bytes that arrived together; waits for some where there are none.
     *
     * @return how many; −1 at the end of the stream
     * @throws SocketTimeoutException when none came in time
     * @throws IOException when the connection broke, or was closed here
     */
    int take(byte[] target, int offset, int length, long timeoutMillis, SocketStamp stamp, Runnable resume)
            throws IOException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
        while (true) {
            boolean resumed = false;
            int count = 0;
            synchronized (this) {
                waiting = null;
                if (turn != null) {
                    stamp.turn(turn);
                    turn = null;
                }
                if (closed) {
                    throw new SocketException("Socket closed");
                }
                if (arrivals.unread() > 0) {
                    long moment = arrivals.moment();
                    count = arrivals.take(target, offset, length);
                    stamp.read(moment, count, this);
                    if (untouched) {
                        stamp.waited(System.nanoTime() - untouchedSince);
                        untouched = false;
                    }
                    stamp.complete(arrivals.unread() == 0 && EndOfAnswer.isLastChunk(target, offset, offset + count));
                    resumed = paused && arrivals.unread() < TOO_MUCH / 2;
                    paused &= !resumed;
                } else if (broken != null) {
                    throw asNew(broken);
                } else if (ended) {
                    stamp.read(endedAt, -1, this);
                    return -1;
                } else {
                    waiting = Thread.currentThread();
                    called = false;
                }
            }
            if (resumed) {
                resume.run();
            }
            if (count > 0) {
                return count;
            }
            stamp.endTurn(permits);
            park(timeoutMillis, deadline);
        }
    }

    private void park(long timeoutMillis, long deadline) throws IOException {
        if (Thread.currentThread().isInterrupted()) {
            synchronized (this) {
                waiting = null;
            }
            throw new SocketException("Closed by interrupt");
        }
        if (timeoutMillis == 0) {
            LockSupport.park(this);
            return;
        }
        long left = deadline - System.nanoTime();
        if (left <= 0) {
            synchronized (this) {
                waiting = null;
            }
            throw new SocketTimeoutException("Read timed out");
        }
        LockSupport.parkNanos(this, left);
    }

    /** The reading thread's stack says nothing to the one who reads. */
    private static IOException asNew(IOException broken) {
        SocketException again = new SocketException(broken.getMessage());
        again.initCause(broken);
        return again;
    }
}
