package io.github.llmperf.bench;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Answers one connection after the other, each event at a known time after the request was read. */
final class DelayingServer implements AutoCloseable {

    private static final Pattern LENGTH = Pattern.compile("(?i)content-length: (\\d+)");

    /** Threads wake up late: the rest is waited for awake. */
    private static final long AWAKE_NANOS = 1_000_000;

    private final ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final ServedStream stream;
    private final List<byte[]> events;
    private final long firstNanos;
    private final long gapNanos;

    DelayingServer(ServedStream stream, int events, long firstNanos, long gapNanos) throws IOException {
        this.stream = stream;
        this.events = stream.events(events);
        this.firstNanos = firstNanos;
        this.gapNanos = gapNanos;
        Thread thread = new Thread(this::serveAll, "delaying-server");
        thread.setDaemon(true);
        thread.start();
    }

    String url() {
        return "http://127.0.0.1:" + listening.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        listening.close();
    }

    private void serveAll() {
        while (!listening.isClosed()) {
            try (Socket socket = listening.accept()) {
                socket.setTcpNoDelay(true);
                serve(new BufferedInputStream(socket.getInputStream()), socket.getOutputStream());
            } catch (IOException e) {
                // the client went away, or the measurement is over
            }
        }
    }

    private void serve(InputStream in, OutputStream out) throws IOException {
        while (readRequest(in)) {
            long at = System.nanoTime() + firstNanos;
            out.write(("HTTP/1.1 200 OK\r\ncontent-type: " + stream.contentType()
                            + "\r\ntransfer-encoding: chunked\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
            for (byte[] event : events) {
                byte[] chunk = chunk(event);
                awaitUntil(at);
                out.write(chunk);
                at += gapNanos;
            }
            awaitUntil(at);
            if (stream.last().length > 0) {
                out.write(chunk(stream.last()));
            }
            out.write("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        }
    }

    private static void awaitUntil(long nanos) {
        for (long left = nanos - System.nanoTime(); left > 0; left = nanos - System.nanoTime()) {
            if (left > AWAKE_NANOS) {
                LockSupport.parkNanos(left - AWAKE_NANOS);
            } else {
                Thread.onSpinWait();
            }
        }
    }

    private static byte[] chunk(byte[] data) {
        ByteArrayOutputStream chunk = new ByteArrayOutputStream();
        chunk.writeBytes((Integer.toHexString(data.length) + "\r\n").getBytes(StandardCharsets.US_ASCII));
        chunk.writeBytes(data);
        chunk.writeBytes(new byte[] {'\r', '\n'});
        return chunk.toByteArray();
    }

    /** Returns false when the client closed instead. */
    private static boolean readRequest(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int b = in.read();
            if (b < 0) {
                return false;
            }
            head.append((char) b);
        }
        Matcher length = LENGTH.matcher(head);
        in.readNBytes(length.find() ? Integer.parseInt(length.group(1)) : 0);
        return true;
    }
}
