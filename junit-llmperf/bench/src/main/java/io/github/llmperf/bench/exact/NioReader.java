package io.github.llmperf.bench.exact;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The limit: one thread reads all connections, stamps what each read brought and finds where events end. It knows this
 * one server, and reads no JSON.
 */
final class NioReader implements StreamClient {

    private static final int READ = 1 << 14;

    /** An answer's number lies within so many bytes. */
    private static final int BEGIN = 1 << 10;

    private final byte[] bytes = new byte[READ];
    private final List<BareAnswer> answers = new ArrayList<>();

    /** Returns the answers of all loads so far. */
    List<BareAnswer> answers() {
        return answers;
    }

    private final class Stream {
        private final SocketChannel channel;
        private final Events events;
        private final int rounds;
        private int sent;
        private long sentAt;
        private byte[] begin = {};

        Stream(SocketChannel channel, StreamLoad load) {
            this.channel = channel;
            events = new Events(load.pace().tokens());
            rounds = load.rounds();
        }

        void send(StreamLoad load, int id) throws IOException {
            sent++;
            events.clear();
            begin = new byte[0];
            sentAt = System.nanoTime();
            PacedAnswer.write(channel, ByteBuffer.wrap(load.request(id)));
        }

        BareAnswer answer() {
            return new BareAnswer(
                    AnswerBytes.numberOf(new String(begin, StandardCharsets.US_ASCII)),
                    sent - 1,
                    sentAt,
                    events.stamps());
        }

        /** Returns whether the answer is complete: its last chunk is empty. */
        boolean read(ByteBuffer buffer) throws IOException {
            buffer.clear();
            int count = channel.read(buffer);
            long at = System.nanoTime();
            if (count < 0) {
                throw new IOException("server must not close a connection");
            }
            if (events.tokens() == 0 && begin.length < BEGIN) {
                int from = begin.length;
                begin = Arrays.copyOf(begin, from + count);
                System.arraycopy(bytes, 0, begin, from, count);
            }
            events.add(bytes, 0, count, at);
            return count >= 5 && bytes[count - 5] == '0' && bytes[count - 3] == '\n' && bytes[count - 1] == '\n';
        }
    }

    @Override
    public long run(StreamLoad load) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        long[] seen = {0};
        int[] running = {load.streams()};
        try (Selector selector = Selector.open()) {
            InetSocketAddress address =
                    new InetSocketAddress(load.server().getHost(), load.server().getPort());
            for (int i = 0; i < load.streams(); i++) {
                SocketChannel channel = SocketChannel.open(address);
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                channel.configureBlocking(false);
                Stream stream = new Stream(channel, load);
                channel.register(selector, SelectionKey.OP_READ, stream);
                stream.send(load, i);
            }
            while (running[0] > 0) {
                selector.select(key -> {
                    Stream stream = (Stream) key.attachment();
                    try {
                        if (stream.read(buffer)) {
                            seen[0] += stream.events.tokens();
                            answers.add(stream.answer());
                            if (stream.sent < stream.rounds) {
                                stream.send(load, 0);
                            } else {
                                stream.channel.close();
                                running[0]--;
                            }
                        }
                    } catch (IOException e) {
                        throw new java.io.UncheckedIOException(e);
                    }
                });
            }
        }
        return seen[0];
    }
}
