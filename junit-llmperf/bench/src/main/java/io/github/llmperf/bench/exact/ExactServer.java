package io.github.llmperf.bench.exact;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A server of OpenAI's chat streams whose tokens come at the {@link Pace} their request asks for in a header, or 50 ms and
 * then 10 ms apart, as many as the request allows. One thread reads and one writes, and both note when they did;
 * {@code GET /stamps} hands the notes over and forgets them. Answers are numbered; each text begins with its number.
 *
 * <p>It does not spin: on a small machine that would take the processor from the client. A token is sent some tens of
 * microseconds late; what counts is when it was sent, not when it was due. Reading has a thread of its own so that a
 * request is stamped when it comes, and not when a thousand tokens have been written.
 */
public final class ExactServer {

    private static final int BACKLOG = 8192;
    private static final int READ = 1 << 16;

    private static final Pattern PACE = Pattern.compile("(?i)\r\n" + Pace.HEADER + ": *([0-9 ]+)");
    private static final Pattern TOKENS = Pattern.compile("\"max(?:_completion)?_tokens\": *(\\d+)");
    private static final Pace DEFAULT = Pace.ofMillis(50, 10, 64);
    private static final byte[] NOT_FOUND =
            "HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final Selector selector = Selector.open();
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(READ);
    private final ServerSocketChannel listener = ServerSocketChannel.open();
    private final Queue<Asked> asked = new ConcurrentLinkedQueue<>();
    private final Thread writer = new Thread(this::write, "writer");

    /** All below is the writer's. */
    private final AnswerBytes bytes = new AnswerBytes();

    private final PriorityQueue<PacedAnswer> answers = new PriorityQueue<>(Comparator.comparingLong(PacedAnswer::due));
    private final List<SentAnswer> sent = new ArrayList<>();
    private int answered;

    /** A complete request. */
    private record Asked(SocketChannel from, String request, long arrived) {}

    private ExactServer() throws IOException {
        listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
        listener.configureBlocking(false);
        listener.register(selector, SelectionKey.OP_ACCEPT);
    }

    /**
     * Prints the port and serves until standard input ends.
     *
     * @throws IOException if it cannot serve
     */
    public static void main(String[] args) throws IOException {
        ExactServer server = new ExactServer();
        Thread guard = new Thread(ExactServer::endWithParent, "guard");
        guard.setDaemon(true);
        guard.start();
        System.out.println(server.listener.socket().getLocalPort());
        server.writer.start();
        server.read();
    }

    private static void endWithParent() {
        try {
            System.in.transferTo(java.io.OutputStream.nullOutputStream());
        } catch (IOException e) {
            // As good as its end.
        }
        Runtime.getRuntime().halt(0);
    }

    @SuppressWarnings("InfiniteLoopStatement") // until the process is ended
    private void read() throws IOException {
        while (true) {
            selector.select(this::serve);
            if (!asked.isEmpty()) {
                LockSupport.unpark(writer);
            }
        }
    }

    private void serve(SelectionKey key) {
        try {
            if (key.isAcceptable()) {
                accept();
            } else {
                read((ServerConnection) key.attachment());
            }
        } catch (IOException e) {
            key.cancel();
        }
    }

    private void accept() throws IOException {
        for (SocketChannel channel = listener.accept(); channel != null; channel = listener.accept()) {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.register(selector, SelectionKey.OP_READ, new ServerConnection(channel));
        }
    }

    private void read(ServerConnection connection) throws IOException {
        boolean open = connection.read(buffer);
        long now = System.nanoTime();
        if (!open) {
            connection.channel().close();
        } else if (connection.isComplete()) {
            asked.add(new Asked(connection.channel(), connection.take(), now));
        }
    }

    @SuppressWarnings("InfiniteLoopStatement") // until the process is ended
    private void write() {
        while (true) {
            begin();
            PacedAnswer first = answers.peek();
            if (first == null) {
                LockSupport.park(this);
            } else if (first.due() > System.nanoTime()) {
                LockSupport.parkNanos(this, first.due() - System.nanoTime());
            } else {
                send(answers.remove());
            }
        }
    }

    private void begin() {
        for (Asked next = asked.poll(); next != null; next = asked.poll()) {
            try {
                if (next.request().startsWith("POST ")) {
                    answer(next);
                } else if (next.request().startsWith("GET /stamps")) {
                    handOver(next.from());
                } else {
                    PacedAnswer.write(next.from(), ByteBuffer.wrap(NOT_FOUND));
                }
            } catch (IOException e) {
                // The client has gone, and with it the interest in this answer.
            }
        }
    }

    private void send(PacedAnswer answer) {
        try {
            if (answer.sendNext(bytes)) {
                answers.add(answer);
            } else {
                sent.add(answer.sent());
            }
        } catch (IOException e) {
            // As above.
        }
    }

    private void answer(Asked next) throws IOException {
        Matcher header = PACE.matcher(next.request());
        Matcher tokens = TOKENS.matcher(next.request());
        Pace pace = header.find() ? Pace.parse(header.group(1)) : DEFAULT;
        if (tokens.find()) {
            pace = new Pace(
                    pace.firstNanos(), pace.gapNanos(), Math.min(pace.tokens(), Integer.parseInt(tokens.group(1))));
        }
        PacedAnswer answer = new PacedAnswer(next.from(), answered++, next.arrived(), pace);
        answer.sendHead(bytes);
        answers.add(answer);
    }

    private void handOver(SocketChannel to) throws IOException {
        int size = Long.BYTES + sent.stream().mapToInt(SentAnswer::size).sum();
        ByteBuffer all = ByteBuffer.allocate(size).putLong(cpuNanos());
        sent.forEach(answer -> answer.write(all));
        sent.clear();
        String head = "HTTP/1.1 200 OK\r\ncontent-length: " + size + "\r\n\r\n";
        PacedAnswer.write(to, ByteBuffer.wrap(head.getBytes(StandardCharsets.US_ASCII)));
        PacedAnswer.write(to, all.flip());
    }

    private static long cpuNanos() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }
}
