package io.github.llmperf;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A target that answers its first requests at once and all others never. It notices when those give up. */
final class HoldingServer implements AutoCloseable {

    private static final long PATIENCE_SECONDS = 60;
    private static final String ANSWER =
            """
            data: {"choices":[{"index":0,"delta":{"content":"Moss"}}]}

            data: {"choices":[{"index":0,"delta":{"content":" grows"},"finish_reason":"stop"}]}

            data: {"choices":[],"usage":{"prompt_tokens":12,"completion_tokens":2}}

            data: [DONE]

            """;

    private final ServerSocket server;
    private final int answers;
    private final AtomicInteger requests = new AtomicInteger();
    private final Semaphore held = new Semaphore(0);
    private final Semaphore givenUp = new Semaphore(0);
    private final Queue<Socket> accepted = new ConcurrentLinkedQueue<>();

    HoldingServer(int answers) throws IOException {
        this.answers = answers;
        server = new ServerSocket(0, 512, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    String url() {
        return "http://127.0.0.1:" + server.getLocalPort();
    }

    /** Waits until so many requests are held. */
    boolean awaitHeld(int number) throws InterruptedException {
        return held.tryAcquire(number, PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    /** Waits until the connections of so many held requests were closed. */
    boolean awaitGivenUp(int number) throws InterruptedException {
        return givenUp.tryAcquire(number, PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = server.accept();
                accepted.add(socket);
                start(() -> serve(socket));
            }
        } catch (IOException e) {
            // Closed: the test is over.
        }
    }

    private void serve(Socket socket) {
        boolean holds = false;
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            while (readRequest(in)) {
                if (requests.incrementAndGet() > answers) {
                    holds = true;
                    held.release();
                } else {
                    socket.getOutputStream().write(answer());
                }
            }
        } catch (IOException e) {
            // The client has closed the connection under a request.
        }
        if (holds) {
            givenUp.release();
        }
    }

    private static byte[] answer() {
        byte[] body = ANSWER.getBytes(StandardCharsets.UTF_8);
        String head =
                "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: " + body.length + "\r\n\r\n";
        return (head + ANSWER).getBytes(StandardCharsets.UTF_8);
    }

    /** Returns false at the end of the connection. */
    private static boolean readRequest(InputStream in) throws IOException {
        int length = 0;
        while (true) {
            String line = line(in);
            if (line == null) {
                return false;
            }
            if (line.isEmpty()) {
                in.skipNBytes(length);
                return true;
            }
            String header = line.toLowerCase(Locale.ROOT);
            if (header.startsWith("content-length:")) {
                length = Integer.parseInt(header.substring(15).trim());
            }
        }
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) {
                return null;
            }
            if (b != '\r') {
                line.append((char) b);
            }
        }
        return line.toString();
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "holding-server");
        thread.setDaemon(true);
        thread.start();
    }

    /** Lets go of what it still holds: a load that waits for it would keep all others of the machine waiting. */
    @Override
    public void close() throws IOException {
        server.close();
        for (Socket socket : accepted) {
            socket.close();
        }
    }
}
