package io.github.llmperf.client;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.function.LongSupplier;
import javax.net.SocketFactory;

/**
 * Makes sockets that note when they are read from, below TLS, HTTP and JSON. What one read brought has one time, however
 * many chunks and events the layers above cut it into. Requests are executed on the caller's thread, so that a thread's
 * stamp belongs to its request.
 */
final class StampedSocketFactory extends SocketFactory {

    @SuppressWarnings("ThreadLocalUsage") // one per client, so that two clients in a thread do not share stamps
    private final ThreadLocal<SocketStamp> stamps = ThreadLocal.withInitial(SocketStamp::new);

    private final LongSupplier clock;

    StampedSocketFactory(LongSupplier clock) {
        this.clock = clock;
    }

    SocketStamp stamp() {
        return stamps.get();
    }

    /** Without Nagle's algorithm, which holds the last part of a long request back until the server has acknowledged. */
    @Override
    public Socket createSocket() throws IOException {
        Socket socket = new StampedSocket();
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

    private final class StampedSocket extends Socket {
        @Override
        public InputStream getInputStream() throws IOException {
            return new StampedInputStream(super.getInputStream());
        }
    }

    private final class StampedInputStream extends FilterInputStream {
        StampedInputStream(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int count = super.read(bytes, offset, length);
            stamp().read(clock.getAsLong(), count);
            return count;
        }
    }
}
