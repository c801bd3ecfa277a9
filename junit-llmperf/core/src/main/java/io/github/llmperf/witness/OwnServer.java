package io.github.llmperf.witness;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * A server of this program's own on the loopback, in the dialect of the target. It answers each request with a stream of
 * a few tokens, each of which is due at a moment that is known beforehand. One daemon thread does everything.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class OwnServer implements AutoCloseable {

    /** The selector counts in milliseconds; for shorter waits the thread parks. */
    private static final long COARSE = TimeUnit.MILLISECONDS.toNanos(2);

    private static final byte[] LOOPBACK = {127, 0, 0, 1};
    private static final long STACK_BYTES = 256 * 1024;

    private final ServerSocketChannel acceptor;
    private final Selector selector;
    private final byte[][] chunks;
    private final Supplier<AnswerPacing> answers;
    private final LongSupplier clock;
    private final Thread thread;
    private final ByteBuffer scratch = ByteBuffer.allocateDirect(16 << 10);
    private volatile boolean closed;

    private OwnServer(String api, int tokens, Supplier<AnswerPacing> answers, LongSupplier clock) throws IOException {
        this.chunks = StreamShape.of(api).chunks(tokens);
        this.answers = answers;
        this.clock = clock;
        selector = Selector.open();
        try {
            acceptor = ServerSocketChannel.open();
        } catch (IOException e) {
            selector.close();
            throw e;
        }
        thread = new Thread(null, this::serve, "llmperf-own-server", STACK_BYTES);
        thread.setDaemon(true);
    }

    /**
     * Starts a server.
     *
     * @param api name of the dialect; OpenAI's chat is spoken where its streams are not known here
     * @param tokens events of each answer, 1 or more
     * @param answers gives each request that arrives the schedule of its answer; called on the server's thread
     * @param clock monotonic clock in ns
     * @throws IOException if this machine has no port or file for it
     */
    public static OwnServer start(String api, int tokens, Supplier<AnswerPacing> answers, LongSupplier clock)
            throws IOException {
        OwnServer server = new OwnServer(api, tokens, answers, clock);
        try {
            server.acceptor.bind(new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), 0), 1024);
            server.acceptor.configureBlocking(false);
            server.acceptor.register(server.selector, SelectionKey.OP_ACCEPT);
        } catch (IOException e) {
            server.acceptor.close();
            server.selector.close();
            throw e;
        }
        server.thread.start();
        return server;
    }

    /**
     * Returns which dialect the server speaks.
     *
     * @return the same, or OpenAI's chat where its streams are not known here
     */
    public static String dialect(String api) {
        return StreamShape.isKnown(api) ? api : "openai-chat";
    }

    /**
     * Returns where the server listens.
     *
     * @return base url, as in {@code http://127.0.0.1:40123}
     */
    public String url() {
        return "http://127.0.0.1:" + port();
    }

    /**
     * Returns the port that the server listens on.
     *
     * @return 1 to 65535
     */
    public int port() {
        return acceptor.socket().getLocalPort();
    }

    @Override
    public void close() {
        closed = true;
        selector.wakeup();
        LockSupport.unpark(thread);
    }

    private void serve() {
        try {
            while (!closed) {
                await(nextDue());
                serveReady();
                writeDue();
            }
        } catch (IOException e) {
            // Nobody can be told: clients see their connections end.
        } finally {
            closeAll();
        }
    }

    private void await(long due) throws IOException {
        if (due == ServedStream.NOTHING_DUE) {
            selector.select();
            return;
        }
        long left = due - clock.getAsLong();
        if (left > COARSE) {
            selector.select(TimeUnit.NANOSECONDS.toMillis(left) - 1);
            return;
        }
        if (left > 0 && !closed) {
            LockSupport.parkNanos(left);
        }
        selector.selectNow();
    }

    private long nextDue() {
        long due = ServedStream.NOTHING_DUE;
        for (SelectionKey key : selector.keys()) {
            if (key.attachment() instanceof ServedStream stream) {
                due = Math.min(due, stream.due());
            }
        }
        return due;
    }

    private void serveReady() throws IOException {
        for (SelectionKey key : selector.selectedKeys()) {
            if (key.attachment() instanceof ServedStream stream) {
                serve(key, stream);
            } else {
                accept();
            }
        }
        selector.selectedKeys().clear();
    }

    private void accept() throws IOException {
        for (SocketChannel channel = acceptor.accept(); channel != null; channel = acceptor.accept()) {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.register(selector, SelectionKey.OP_READ, new ServedStream(channel, chunks, answers));
        }
    }

    private void serve(SelectionKey key, ServedStream stream) throws IOException {
        try {
            if (key.isReadable() && !stream.read(scratch, clock.getAsLong())) {
                stream.close();
            } else if (key.isValid() && key.isWritable()) {
                write(key, stream);
            }
        } catch (CancelledKeyException | IOException | NumberFormatException e) {
            stream.close();
        }
    }

    private void writeDue() throws IOException {
        for (SelectionKey key : selector.keys()) {
            if (key.isValid() && key.attachment() instanceof ServedStream stream) {
                try {
                    while (stream.due() <= clock.getAsLong()) {
                        write(key, stream);
                    }
                } catch (IOException e) {
                    stream.close();
                }
            }
        }
    }

    private void write(SelectionKey key, ServedStream stream) throws IOException {
        boolean wasBlocked = stream.isBlocked();
        stream.write(clock.getAsLong());
        if (stream.isBlocked() != wasBlocked) {
            key.interestOps(wasBlocked ? SelectionKey.OP_READ : SelectionKey.OP_READ | SelectionKey.OP_WRITE);
        }
    }

    private void closeAll() {
        try {
            for (SelectionKey key : selector.keys()) {
                key.channel().close();
            }
            selector.close();
            acceptor.close();
        } catch (IOException e) {
            // The process's end closes them.
        }
    }
}
