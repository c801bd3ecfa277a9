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
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A server of OpenAI's chat streams whose tokens come at the {@link Pace} their request asks for. One thread reads and
 * writes everything and notes when it did; {@code GET /stamps} hands the notes over and forgets them. The id of a request
 * stands in its prompt, as {@code #17#}.
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

    private static final Pattern PACE = Pattern.compile("(?i)\r\n" + Pace.HEADER + ": *([0-9 ]+)");
    private static final Pattern ID = Pattern.compile("#(\\d+)#");

    private final Selector selector = Selector.open();
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(READ);
    private final AnswerBytes bytes = new AnswerBytes();
    private final PriorityQueue<PacedAnswer> answers = new PriorityQueue<>(Comparator.comparingLong(PacedAnswer::due));
    private final List<SentAnswer> sent = new ArrayList<>();
    private final ServerSocketChannel listener = ServerSocketChannel.open();

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
            for (long now = System.nanoTime();
                    !answers.isEmpty() && answers.peek().due() <= now; ) {
                send(answers.remove());
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
            String request = connection.take();
            if (request.startsWith("GET /stamps")) {
                handOver(connection.channel());
            } else {
                answer(connection.channel(), request, now);
            }
        }
    }

    private void answer(SocketChannel to, String request, long arrived) throws IOException {
        Matcher pace = PACE.matcher(request);
        Matcher id = ID.matcher(request);
        if (!pace.find() || !id.find()) {
            throw new IOException("request must have a header " + Pace.HEADER + " and an id, but is " + request);
        }
        PacedAnswer answer = new PacedAnswer(to, Integer.parseInt(id.group(1)), arrived, Pace.parse(pace.group(1)));
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
