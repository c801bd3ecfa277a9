package io.github.llmperf.client.socket;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketOptions;
import java.util.function.LongSupplier;
import javax.net.SocketFactory;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.Nullable;

/**
 * Makes sockets that one thread reads, which stamps what each read brought, below TLS, HTTP and JSON. Bytes that
 * arrived together get one timestamp, no matter how late the request's thread reads them and into how many chunks and
 * events it splits them. Requests are executed on the caller's thread, so that a thread's {@link #stamp} belongs to its
 * request.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class StampedSockets extends SocketFactory implements AutoCloseable {

    private final UnreadTimes unread = new UnreadTimes();

    @SuppressWarnings("ThreadLocalUsage") // one per client, so that two clients in a thread do not share stamps
    private final ThreadLocal<SocketStamp> stamps = ThreadLocal.withInitial(() -> new SocketStamp(unread));

    private final LongSupplier clock;
    /** Half of the processors for requests: a server on the same machine and the reading thread need theirs. */
    private final ReaderPermits permits =
            new ReaderPermits(Math.max(1, Runtime.getRuntime().availableProcessors() / 2), System::nanoTime);

    private @Nullable ReadingThread reading;
    private boolean closed;

    /**
     * Prepares a factory; its thread begins with the first connection.
     *
     * @param clock gives the moments, in ns
     */
    public StampedSockets(LongSupplier clock) {
        this.clock = clock;
    }

    /**
     * Returns the moments of the current thread's request.
     *
     * @return one for all requests of a thread, one after the other
     */
    public SocketStamp stamp() {
        return stamps.get();
    }

    /** The current thread's request has ended, and nothing follows it at once: another one may go on. */
    public void endTurn() {
        stamp().endTurn(permits);
    }

    /**
     * Returns how long bytes lay unread after their arrival, since this was asked before.
     *
     * @return the times; none when nothing was read
     */
    public Unread takeUnread() {
        return unread.take();
    }

    ReaderPermits permits() {
        return permits;
    }

    long now() {
        return clock.getAsLong();
    }

    synchronized ReadingThread reading() throws IOException {
        if (closed) {
            throw new IOException("the client is closed");
        }
        if (reading == null) {
            reading = ReadingThread.start(clock, permits);
        }
        return reading;
    }

    /**
     * Throws what ended the reading thread, if anything did: requests that fail for it say nothing of their server.
     *
     * @throws OutOfMemoryError if it ran out of memory
     * @throws IllegalStateException if it ended otherwise
     */
    public void requireReading() {
        @Nullable ReadingThread thread;
        synchronized (this) {
            thread = reading;
        }
        @Nullable Throwable died = thread == null ? null : thread.died();
        if (died instanceof OutOfMemoryError e) {
            throw e;
        }
        if (died != null) {
            throw new IllegalStateException("sockets can no longer be read: " + died, died);
        }
    }

    synchronized void forget(Connection connection) {
        if (reading != null) {
            reading.remove(connection);
        }
    }

    /** Closes all sockets and ends the thread. */
    @Override
    public void close() {
        @Nullable ReadingThread last;
        synchronized (this) {
            closed = true;
            last = reading;
        }
        if (last != null) {
            last.close(); // whose last act asks for this lock
        }
    }

    /** Without Nagle's algorithm, which holds the last part of a long request back until the server has acknowledged. */
    @Override
    public Socket createSocket() throws IOException {
        Socket socket = new StampedSocket(new ChannelSocketImpl(this));
        socket.setTcpNoDelay(true);
        return socket;
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return createSocket(InetAddress.getByName(host), port);
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress localHost, int localPort) throws IOException {
        return createSocket(InetAddress.getByName(host), port, localHost, localPort);
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        Socket socket = createSocket();
        socket.connect(new InetSocketAddress(host, port));
        return socket;
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress localHost, int localPort) throws IOException {
        Socket socket = createSocket();
        socket.bind(new InetSocketAddress(localHost, localPort));
        socket.connect(new InetSocketAddress(host, port));
        return socket;
    }

    /** Whoever looks for a pooled connection sees at once that the server has ended one. */
    private static final class StampedSocket extends Socket {

        private final ChannelSocketImpl impl;

        StampedSocket(ChannelSocketImpl impl) throws IOException {
            super(impl);
            this.impl = impl;
        }

        /** Java's own look at {@link #isClosed} first: a new connection may have ended already, and its reader is to know why. */
        @Override
        public InputStream getInputStream() {
            return impl.getInputStream();
        }

        @Override
        public OutputStream getOutputStream() {
            return impl.getOutputStream();
        }

        /** Java's own asks {@link #isClosed} first, and TLS closes nothing where one of these three throws. */
        @Override
        public synchronized void setSoTimeout(int millis) throws SocketException {
            requireOpen();
            impl.setOption(SocketOptions.SO_TIMEOUT, millis);
        }

        @Override
        public synchronized int getSoTimeout() throws SocketException {
            requireOpen();
            return (Integer) impl.getOption(SocketOptions.SO_TIMEOUT);
        }

        @Override
        public int getSoLinger() throws SocketException {
            requireOpen();
            return (Integer) impl.getOption(SocketOptions.SO_LINGER);
        }

        private void requireOpen() throws SocketException {
            if (super.isClosed()) {
                throw new SocketException("Socket is closed");
            }
        }

        @Override
        public boolean isClosed() {
            return super.isClosed() || impl.isOver();
        }

        /** Some versions of Java do nothing here where {@link #isClosed} says yes. */
        @Override
        public synchronized void close() throws IOException {
            impl.close();
            super.close();
        }
    }
}
