package io.github.llmperf.client.socket;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketImpl;
import java.net.SocketOption;
import java.net.SocketOptions;
import java.net.StandardSocketOptions;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What {@link java.net.Socket} needs, by a channel that the reading thread reads. Made for clients. */
final class ChannelSocketImpl extends SocketImpl {

    private static final Map<Integer, SocketOption<Boolean>> SWITCHES = Map.of(
            SocketOptions.TCP_NODELAY, StandardSocketOptions.TCP_NODELAY,
            SocketOptions.SO_KEEPALIVE, StandardSocketOptions.SO_KEEPALIVE,
            SocketOptions.SO_REUSEADDR, StandardSocketOptions.SO_REUSEADDR);

    private static final Map<Integer, SocketOption<Integer>> NUMBERS = Map.of(
            SocketOptions.SO_SNDBUF, StandardSocketOptions.SO_SNDBUF,
            SocketOptions.SO_RCVBUF, StandardSocketOptions.SO_RCVBUF,
            SocketOptions.SO_LINGER, StandardSocketOptions.SO_LINGER,
            SocketOptions.IP_TOS, StandardSocketOptions.IP_TOS);

    private final StampedSockets sockets;
    private final SocketChannel channel;
    private final Connection connection;
    private volatile int timeoutMillis;

    ChannelSocketImpl(StampedSockets sockets) throws IOException {
        this.sockets = sockets;
        channel = SocketChannel.open();
        connection = new Connection(channel, sockets.permits());
    }

    /** Returns whether the server has ended the connection. */
    boolean isOver() {
        return connection.inbox().isOver();
    }

    @Override
    protected void create(boolean stream) {
        // The channel is there already.
    }

    @Override
    protected void connect(String host, int toPort) throws IOException {
        connect(new InetSocketAddress(host, toPort), 0);
    }

    @Override
    protected void connect(InetAddress host, int toPort) throws IOException {
        connect(new InetSocketAddress(host, toPort), 0);
    }

    @Override
    protected void connect(SocketAddress to, int connectTimeoutMillis) throws IOException {
        InetSocketAddress server = (InetSocketAddress) to;
        try {
            channel.socket().connect(server, connectTimeoutMillis);
            sockets.reading().add(connection);
            localport = ((InetSocketAddress) channel.getLocalAddress()).getPort();
        } catch (ClosedChannelException e) {
            throw closed(e);
        } catch (IOException e) {
            close();
            throw e;
        }
        address = server.getAddress();
        port = server.getPort();
    }

    @Override
    protected void bind(InetAddress host, int toPort) throws IOException {
        channel.bind(new InetSocketAddress(host, toPort));
        localport = ((InetSocketAddress) channel.getLocalAddress()).getPort();
    }

    @Override
    protected void listen(int backlog) throws IOException {
        throw new SocketException("a client's socket does not listen");
    }

    @Override
    protected void accept(SocketImpl accepted) throws IOException {
        throw new SocketException("a client's socket accepts no connections");
    }

    @Override
    protected void sendUrgentData(int data) throws IOException {
        throw new SocketException("urgent data is not supported");
    }

    @Override
    protected int available() {
        return connection.inbox().available();
    }

    @Override
    protected void shutdownInput() throws IOException {
        channel.shutdownInput();
    }

    @Override
    protected void shutdownOutput() throws IOException {
        channel.shutdownOutput();
    }

    @Override
    protected void close() {
        sockets.forget(connection);
        connection.close();
    }

    @Override
    protected InputStream getInputStream() {
        return new In();
    }

    @Override
    protected OutputStream getOutputStream() {
        return new Out();
    }

    @Override
    public void setOption(int option, @Nullable Object value) throws SocketException {
        try {
            if (option == SocketOptions.SO_TIMEOUT && value instanceof Integer millis) {
                timeoutMillis = millis;
            } else if (SWITCHES.containsKey(option) && value instanceof Boolean on) {
                channel.setOption(SWITCHES.get(option), on);
            } else if (NUMBERS.containsKey(option) && value instanceof Integer number) {
                channel.setOption(NUMBERS.get(option), number);
            } else if (option != SocketOptions.SO_LINGER) {
                throw new SocketException("socket option " + option + " is not supported");
            }
        } catch (IOException e) {
            throw closed(e);
        }
    }

    @Override
    public Object getOption(int option) throws SocketException {
        try {
            if (option == SocketOptions.SO_TIMEOUT) {
                return timeoutMillis;
            }
            if (option == SocketOptions.SO_BINDADDR) {
                return ((InetSocketAddress) channel.getLocalAddress()).getAddress();
            }
            if (SWITCHES.containsKey(option)) {
                return channel.getOption(SWITCHES.get(option));
            }
            if (NUMBERS.containsKey(option)) {
                return channel.getOption(NUMBERS.get(option));
            }
        } catch (IOException e) {
            throw closed(e);
        }
        throw new SocketException("socket option " + option + " is not supported");
    }

    private static SocketException closed(IOException cause) {
        if (cause instanceof SocketException e) {
            return e;
        }
        SocketException closed = new SocketException("Socket closed");
        closed.initCause(cause);
        return closed;
    }

    private final class In extends InputStream {
        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            if (length == 0) {
                return 0;
            }
            return connection.inbox().take(bytes, offset, length, timeoutMillis, sockets.stamp(), connection::resume);
        }

        @Override
        public int available() {
            return connection.inbox().available();
        }

        @Override
        public void close() {
            ChannelSocketImpl.this.close();
        }
    }

    private final class Out extends OutputStream {
        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            sockets.stamp().wrote(sockets.now());
            connection.write(bytes, offset, length);
        }

        @Override
        public void close() {
            ChannelSocketImpl.this.close();
        }
    }
}
