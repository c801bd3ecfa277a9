package io.github.llmperf.bench.many;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;

/**
 * A server of few tokens for very many connections, on one thread: the first token a second after the request, each of the
 * others a second later. Asked for {@code /connections}, it says how many are open.
 */
public final class SlowServer {

    static final int TOKENS = 4;

    private static final long GAP = TimeUnit.SECONDS.toNanos(1);
    private static final byte[] HEAD =
            ascii("HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n");
    private static final byte[] TOKEN =
            chunk("data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\" token\"}}]}\n\n");
    private static final byte[] LAST = ascii(text(chunk("data: [DONE]\n\n")) + "0\r\n\r\n");

    private final Selector selector = Selector.open();
    private final ServerSocketChannel listening = ServerSocketChannel.open();
    private final PriorityQueue<Answer> answers = new PriorityQueue<>();
    private final ByteBuffer buffer = ByteBuffer.allocate(16 * 1024);
    private int open;

    private SlowServer(int backlog) throws IOException {
        listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), backlog);
        listening.configureBlocking(false);
        listening.register(selector, SelectionKey.OP_ACCEPT);
    }

    /** An answer under way, ordered by when its next token is due. */
    private static final class Answer implements Comparable<Answer> {
        private final SocketChannel to;
        private long due;
        private int sent;

        Answer(SocketChannel to, long due) {
            this.to = to;
            this.due = due;
        }

        @Override
        public int compareTo(Answer other) {
            return Long.compare(due, other.due);
        }
    }

    /** What came so far of a request; its end is known by the end of its JSON. */
    private static final class Request {
        private final StringBuilder text = new StringBuilder();
    }

    /**
     * Prints its port and serves until it is ended.
     *
     * @param args the length of the queue of connections that wait to be accepted
     * @throws IOException if it cannot listen
     */
    public static void main(String[] args) throws IOException {
        SlowServer server = new SlowServer(Integer.parseInt(args[0]));
        System.out.println(server.listening.socket().getLocalPort());
        server.serve();
    }

    private void serve() throws IOException {
        while (true) {
            long now = System.nanoTime();
            while (!answers.isEmpty() && answers.peek().due <= now) {
                goOn(answers.remove());
            }
            if (answers.isEmpty()) {
                selector.select();
            } else {
                selector.select(Math.max(1, TimeUnit.NANOSECONDS.toMillis(answers.peek().due - now)));
            }
            for (Iterator<SelectionKey> keys = selector.selectedKeys().iterator(); keys.hasNext(); keys.remove()) {
                SelectionKey key = keys.next();
                if (key.isAcceptable()) {
                    accept();
                } else {
                    read(key);
                }
            }
        }
    }

    private void accept() throws IOException {
        for (SocketChannel channel = listening.accept(); channel != null; channel = listening.accept()) {
            channel.configureBlocking(false);
            channel.socket().setTcpNoDelay(true);
            channel.register(selector, SelectionKey.OP_READ, new Request());
            open++;
        }
    }

    private void read(SelectionKey key) {
        SocketChannel channel = (SocketChannel) key.channel();
        Request request = (Request) key.attachment();
        try {
            buffer.clear();
            if (channel.read(buffer) < 0) {
                close(channel);
                return;
            }
            request.text.append(StandardCharsets.ISO_8859_1.decode(buffer.flip()));
            if (isWhole(request.text)) {
                boolean asksForCount = request.text.indexOf("GET /connections") == 0;
                request.text.setLength(0);
                if (asksForCount) {
                    String count = Integer.toString(open - 1);
                    write(
                            channel,
                            ascii("HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: " + count.length()
                                    + "\r\n\r\n" + count));
                } else {
                    write(channel, HEAD);
                    answers.add(new Answer(channel, System.nanoTime() + GAP));
                }
            }
        } catch (IOException e) {
            close(channel);
        }
    }

    private static boolean isWhole(StringBuilder request) {
        int body = request.indexOf("\r\n\r\n") + 4;
        return body >= 4 && (request.indexOf("GET ") == 0 || request.charAt(request.length() - 1) == '}');
    }

    private void goOn(Answer answer) {
        try {
            write(answer.to, TOKEN);
            if (++answer.sent == TOKENS) {
                write(answer.to, LAST);
            } else {
                answer.due += GAP;
                answers.add(answer);
            }
        } catch (IOException e) {
            close(answer.to);
        }
    }

    private static void write(SocketChannel to, byte[] bytes) throws IOException {
        for (ByteBuffer left = ByteBuffer.wrap(bytes); left.hasRemaining(); ) {
            to.write(left);
        }
    }

    private void close(SocketChannel channel) {
        try {
            if (channel.isOpen()) {
                open--;
                channel.close();
            }
        } catch (IOException e) {
            throw new IllegalStateException("connection cannot be closed", e);
        }
    }

    private static byte[] chunk(String data) {
        return ascii(Integer.toHexString(data.length()) + "\r\n" + data + "\r\n");
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.US_ASCII);
    }
}
