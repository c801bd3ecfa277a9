package io.github.llmperf.bench.exact;

import io.github.llmperf.client.LlmClient;
import io.github.llmperf.client.PlannedRequest;
import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.protocol.Asked;
import io.github.llmperf.protocol.Dialect;
import io.github.llmperf.protocol.RequestWriter;
import io.github.llmperf.protocol.WireRequest;
import io.github.llmperf.protocol.catalog.Dialects;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * An experiment: one thread reads, stamps and decodes all streams, and the thread that asks is woken once, at the end of
 * its answer. Plain HTTP/1.1 with chunked answers only: no TLS, no proxy, no time-out, no closed connections.
 */
final class LoopClient implements LlmClient {

    private static final int READ = 1 << 14;

    private final Target target;
    private final Workload workload;
    private final Dialect dialect;
    private final RequestWriter writer;
    private final Selector selector;
    private final Thread thread = new Thread(this::read, "loop");
    private final Queue<LoopConnection> idle = new ConcurrentLinkedQueue<>();
    private final Queue<LoopConnection> opened = new ConcurrentLinkedQueue<>();
    private volatile boolean closed;

    private LoopClient(Target target, Workload workload) {
        this.target = target;
        this.workload = workload;
        dialect = Dialects.named(target.api());
        writer = dialect.writer(target, workload);
        try {
            selector = Selector.open();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        thread.setDaemon(true);
    }

    static LlmClient open(Target target, Workload workload, int users) {
        LoopClient client = new LoopClient(target, workload);
        client.thread.start();
        return client;
    }

    @Override
    public RequestRecord send(PlannedRequest request) {
        WireRequest wire = writer.write(request.prompt());
        Asked asked = new Asked(target, workload, request.prompt());
        try {
            LoopConnection connection = idle.poll();
            if (connection == null) {
                connection = connect();
            }
            LoopAnswer answer = new LoopAnswer(
                    request,
                    asked.workload().maxNewTokens(),
                    Thread.currentThread(),
                    (head, told) -> dialect.reader(asked, head, told));
            connection.send(answer, wire);
            answer.await();
            idle.add(connection);
            return answer.record();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void cancelAll() {
        throw new UnsupportedOperationException("an experiment cancels nothing");
    }

    @Override
    public void close() {
        closed = true;
        selector.wakeup();
    }

    private LoopConnection connect() throws IOException {
        SocketChannel channel = SocketChannel.open(
                new InetSocketAddress(target.url().getHost(), target.url().getPort()));
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.configureBlocking(false);
        LoopConnection connection = new LoopConnection(channel);
        opened.add(connection);
        selector.wakeup();
        return connection;
    }

    private void read() {
        byte[] bytes = new byte[READ];
        ByteBuffer buffer = ByteBuffer.allocateDirect(READ);
        try (selector) {
            while (!closed) {
                for (LoopConnection c = opened.poll(); c != null; c = opened.poll()) {
                    c.channel().register(selector, SelectionKey.OP_READ, c);
                }
                selector.select(key -> {
                    LoopConnection connection = (LoopConnection) key.attachment();
                    try {
                        buffer.clear();
                        int count = connection.channel().read(buffer);
                        long at = System.nanoTime();
                        if (count < 0) {
                            throw new IOException("server must not close a connection");
                        }
                        buffer.flip().get(bytes, 0, count);
                        connection.feed(bytes, count, at);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                });
            }
            for (SelectionKey key : selector.keys()) {
                key.channel().close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
