package io.github.llmperf.client.socket;

import java.io.IOException;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A connected socket: the reading thread reads it, the thread of its request writes. */
final class Connection {

    /** The system's copy of what is written is kept with the thread: a long request is written in parts. */
    private static final int PART = 1 << 16;

    private final SocketChannel channel;
    private final Inbox inbox;
    private @Nullable SelectionKey key;
    private volatile @Nullable Thread writing;

    Connection(SocketChannel channel, ReaderPermits permits) {
        this.channel = channel;
        inbox = new Inbox(permits);
    }

    boolean isOpen() {
        return channel.isOpen();
    }

    Inbox inbox() {
        return inbox;
    }

    void register(Selector selector) throws IOException {
        channel.configureBlocking(false);
        key = channel.register(selector, SelectionKey.OP_READ, this);
    }

    /** Writes all of it, and waits while the server does not take it. */
    void write(byte[] bytes, int offset, int length) throws IOException {
        inbox.expect();
        int end = offset + length;
        try {
            for (int at = offset; at < end; ) {
                int count = channel.write(ByteBuffer.wrap(bytes, at, Math.min(PART, end - at)));
                at += count;
                if (count == 0) {
                    awaitWritable();
                }
            }
        } catch (ClosedChannelException e) {
            SocketException closed = new SocketException("Socket closed");
            closed.initCause(e);
            throw closed;
        }
    }

    private void awaitWritable() throws IOException {
        writing = Thread.currentThread();
        want(SelectionKey.OP_WRITE);
        while (writing != null && channel.isOpen() && !Thread.currentThread().isInterrupted()) {
            LockSupport.park(this);
        }
        if (Thread.currentThread().isInterrupted()) {
            writing = null;
            throw new SocketException("Closed by interrupt");
        }
    }

    /** The socket takes more, or is closed. */
    void writable() {
        Thread thread = writing;
        writing = null;
        LockSupport.unpark(thread);
    }

    /** Has the socket read again. */
    void resume() {
        want(SelectionKey.OP_READ);
    }

    private void want(int operation) {
        try {
            if (key != null) {
                key.interestOpsOr(operation);
                key.selector().wakeup();
            }
        } catch (CancelledKeyException e) {
            inbox.wake(null); // closed meanwhile: whoever uses it next is told
        }
    }

    /** Closes the socket; whoever reads or writes is woken and told. */
    void close() {
        inbox.close();
        try {
            channel.close();
        } catch (IOException e) {
            // It is closed all the same.
        }
        if (key != null) {
            key.selector().wakeup(); // which lets go of it
        }
        inbox.wake(null);
        writable();
    }
}
