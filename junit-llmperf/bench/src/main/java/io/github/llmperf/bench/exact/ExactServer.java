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
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A server of OpenAI's chat streams whose tokens come at the {@link Pace} their request asks for in a header, or 50 ms and
 * then 10 ms apart, as many as the request allows. One thread reads and writes everything and notes when it did;
 * {@code GET /stamps} hands the notes over and forgets them. Answers are numbered; each text begins with its number.
 *
 * <p>It does not spin: on a small machine that would take the processor from the client. A token is sent some tens of
 * microseconds late; what counts is when it was sent, not when it was due.
 */
public final class ExactServer {

    private static final int BACKLOG = 8192;
    private static final int READ = 1 << 16;
    private static final long NANOS_PER_MS = 1_000_000;

    /** So long a sleep looks for no requests. */
    private static final long NAP = 50_000;

    /** So many tokens are written before requests are looked for. */
    private static final int BURST = 32;

    private static final Pattern PACE = Pattern.compile("(?i)\r\n" + Pace.HEADER + ": *([0-9 ]+)");
    private static final Pattern TOKENS = Pattern.compile("\"max(?:_completion)?_tokens\": *(\\d+)");
    private static final Pace DEFAULT = Pace.ofMillis(50, 10, 64);
    private static final byte[] NOT_FOUND =
            "HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final Selector selector = Selector.open();
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(READ);
    private final AnswerBytes bytes = new AnswerBytes();
    private final PriorityQueue<PacedAnswer> answers = new PriorityQueue<>(Comparator.comparingLong(PacedAnswer::due));
    private final List<SentAnswer> sent = new ArrayList<>();
    private final Queue<Asked> asked = new ArrayDeque<>();
    private final ServerSocketChannel listener = ServerSocketChannel.open();

    private int answered;

    /** A complete request that waits for its answer to begin, which happens when all others there are have been read. */
    private record Asked(SocketChannel from, String request, long arrived) {}

    private ExactServer() throws IOException {
        listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
        listener.configureBlocking(false);
        listener.register(selector, SelectionKey.OP_ACCEPT);
    }

    /**
     * Prints the port and serves until standard input ends.
     *
     * @param args none
     * @throws IOException if it cannot serve
     */
    public static void main(String[] args) throws IOException {
        ExactServer server = new ExactServer();
        Thread guard = new Thread(ExactServer::endWithParent, "guard");
        guard.setDaemon(true);
        guard.start();
        System.out.println(server.listener.socket().getLocalPort());
        server.serve();
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
    private void serve() throws IOException {
        while (true) {
            rest();
            begin();
            int burst = 0;
            for (long now = System.nanoTime();
                    !answers.isEmpty() && answers.peek().due() <= now && burst < BURST;
                    burst++) {
                send(answers.remove());
            }
        }
    }

    /** Answers what was asked, after the stamps of all that was asked at the same time. */
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

    /** Waits for the next due token or request. A selector counts in milliseconds: the last one is slept in naps. */
    private void rest() throws IOException {
        PacedAnswer first = answers.peek();
        if (first == null) {
            selector.select(this::serve);
            return;
        }
        long left = first.due() - System.nanoTime();
        if (left >= 2 * NANOS_PER_MS) {
            selector.select(this::serve, left / NANOS_PER_MS - 1);
        } else {
            selector.selectNow(this::serve);
            if (left > 0) {
                LockSupport.parkNanos(Math.min(left, NAP));
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
            // The client has gone, and with it the interest in this answer.
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
