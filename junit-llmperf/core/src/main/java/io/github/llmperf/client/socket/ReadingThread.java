package io.github.llmperf.client.socket;

import java.io.IOException;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One thread that reads whatever has arrived at any socket and stamps it. A thread per request that reads for itself is
 * woken for each event, which costs most of an event's processor time, and the more of them are awake the later each
 * stamps.
 */
final class ReadingThread implements AutoCloseable {

    private static final int READ = 1 << 16;
    private static final long PATIENCE_MILLIS = 1_000;

    /** How often turns are looked at while someone waits for one. */
    private static final long TICK = TimeUnit.MILLISECONDS.toNanos(1);

    private record Due(Inbox inbox, long moment) {}

    private final LongSupplier clock;
    private final ReaderPermits permits;
    private final Selector selector;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(READ);
    private final ArrayDeque<Due> dues = new ArrayDeque<>();
    private final WakeUpDelay patience = new WakeUpDelay(System.nanoTime());
    private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
    private final Thread thread = new Thread(null, this::run, "llmperf-reader");
    private volatile boolean closed;
    private volatile @Nullable Throwable died;

    private ReadingThread(LongSupplier clock, ReaderPermits permits, Selector selector) {
        this.clock = clock;
        this.permits = permits;
        this.selector = selector;
        thread.setDaemon(true);
    }

    static ReadingThread start(LongSupplier clock, ReaderPermits permits) throws IOException {
        Selector selector = Selector.open();
        try {
            ReadingThread reading = new ReadingThread(clock, permits, selector);
            reading.thread.start();
            return reading;
        } catch (OutOfMemoryError e) {
            selector.close();
            throw e;
        }
    }

    /** Reads from a connected socket from now on. */
    void add(Connection connection) throws IOException {
        connections.add(connection);
        try {
            connection.register(selector);
        } catch (ClosedSelectorException e) {
            throw new SocketException("the client is closed");
        } finally {
            if (closed) {
                connection.close();
            }
            if (!connection.isOpen()) {
                connections.remove(connection); // closed while it was being connected
            }
        }
        selector.wakeup();
    }

    /** Returns what ended the thread before it was closed; null where nothing did. */
    @Nullable
    Throwable died() {
        return died;
    }

    void remove(Connection connection) {
        connections.remove(connection);
    }

    /** However it ends, nobody goes on waiting for bytes that no one reads. */
    private void run() {
        try (selector) {
            while (!closed) {
                select();
                wakeDue();
            }
        } catch (IOException | RuntimeException | Error e) {
            died = e;
        } finally {
            closed = true;
            connections.forEach(Connection::close);
        }
    }

    private void select() throws IOException {
        long left = permits.look() ? TICK : Long.MAX_VALUE;
        Due next = dues.peek();
        if (next != null) {
            left = Math.min(left, next.moment() - System.nanoTime());
        }
        int ready;
        if (left == Long.MAX_VALUE) {
            ready = selector.select(this::ready);
        } else if (left <= 0) {
            ready = selector.selectNow(this::ready);
        } else {
            ready = selector.select(this::ready, 1 + TimeUnit.NANOSECONDS.toMillis(left - 1));
        }
        patience.read(System.nanoTime(), ready);
    }

    private void ready(SelectionKey key) {
        Connection connection = (Connection) key.attachment();
        try {
            if (key.isWritable()) {
                key.interestOpsAnd(~SelectionKey.OP_WRITE);
                connection.writable();
            }
            if (key.isReadable()) {
                read(key, connection.inbox());
            }
        } catch (CancelledKeyException e) {
            permits.give(connection.inbox()); // its owner has closed it meanwhile
        }
    }

    private void read(SelectionKey key, Inbox inbox) {
        buffer.clear();
        int count;
        try {
            count = ((SocketChannel) key.channel()).read(buffer);
        } catch (IOException e) {
            inbox.fail(e);
            stop(key, inbox);
            return;
        }
        long at = clock.getAsLong();
        if (count < 0) {
            inbox.end(at);
            stop(key, inbox);
        } else if (count > 0) {
            wake(inbox, inbox.add(at, buffer.flip()));
            if (inbox.isPaused()) {
                key.interestOpsAnd(~SelectionKey.OP_READ);
                if (!inbox.isPaused()) {
                    // Enough was taken in the meantime, and no further signal would come.
                    key.interestOpsOr(SelectionKey.OP_READ);
                }
            }
        }
    }

    private void stop(SelectionKey key, Inbox inbox) {
        permits.give(inbox);
        key.interestOpsAnd(~SelectionKey.OP_READ);
    }

    private void wake(Inbox inbox, Inbox.Wake wake) {
        long wait = wake == Inbox.Wake.LATER ? Math.min(inbox.patience(), patience.nanos()) : 0;
        if (wait > 0) {
            dues.add(new Due(inbox, System.nanoTime() + wait));
        } else if (wake != Inbox.Wake.NO) {
            permits.give(inbox);
        }
    }

    private void wakeDue() {
        long now = System.nanoTime();
        for (Due due = dues.peek(); due != null && due.moment() <= now; due = dues.peek()) {
            dues.remove();
            permits.giveLater(due.inbox());
        }
    }

    /** Ends the thread; sockets that are open yet are closed. */
    @Override
    public void close() {
        closed = true;
        selector.wakeup();
        try {
            thread.join(PATIENCE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // it ends all the same
        }
    }
}
