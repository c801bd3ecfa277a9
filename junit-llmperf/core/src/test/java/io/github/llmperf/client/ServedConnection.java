package io.github.llmperf.client;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One connection of a {@link ScriptedServer}. */
final class ServedConnection {

    private static final Pattern LENGTH = Pattern.compile("content-length: (\\d+)");

    private final Socket socket;
    private final List<String> requests;
    private int number;

    ServedConnection(Socket socket, List<String> requests) {
        this.socket = socket;
        this.requests = requests;
    }

    /** Reads a request; false when the client closed instead. */
    boolean readRequest() throws IOException {
        InputStream in = socket.getInputStream();
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        while (!endsHead(head)) {
            int b = in.read();
            if (b < 0) {
                return false;
            }
            head.write(b);
        }
        String text = head.toString(StandardCharsets.UTF_8);
        Matcher length = LENGTH.matcher(text.toLowerCase(Locale.ROOT));
        byte[] body = in.readNBytes(length.find() ? Integer.parseInt(length.group(1)) : 0);
        number++;
        requests.add(text + new String(body, StandardCharsets.UTF_8));
        return true;
    }

    /** The path that the last request asked for. */
    String path() {
        return requests.get(requests.size() - 1).split(" ", 3)[1];
    }

    /** How many requests came over this connection. */
    int number() {
        return number;
    }

    /** How many requests came over all connections so far. */
    int served() {
        return requests.size();
    }

    void send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
    }

    void send(String text) throws IOException {
        send(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Sends when the clock shows a moment, and waits until it was read. */
    void sendAt(StepClock clock, long nanos, byte[] bytes) throws IOException, InterruptedException {
        clock.set(nanos);
        long looks = clock.looks();
        send(bytes);
        clock.awaitLookAfter(looks);
    }

    void head(int status, Map<String, String> headers) throws IOException {
        send(headText(status, headers));
    }

    static String headText(int status, Map<String, String> headers) {
        StringBuilder head = new StringBuilder("HTTP/1.1 " + status + " Scripted\r\n");
        headers.forEach(
                (name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        return head.append("\r\n").toString();
    }

    /** Returns the head of a chunked event stream. */
    static byte[] streamHeadBytes() {
        return headText(200, Map.of("content-type", "text/event-stream", "transfer-encoding", "chunked"))
                .getBytes(StandardCharsets.UTF_8);
    }

    /** Sends the head of a chunked event stream. */
    void streamHead() throws IOException {
        send(streamHeadBytes());
    }

    static byte[] chunk(byte[] data) {
        ByteArrayOutputStream chunk = new ByteArrayOutputStream();
        chunk.writeBytes((Integer.toHexString(data.length) + "\r\n").getBytes(StandardCharsets.US_ASCII));
        chunk.writeBytes(data);
        chunk.writeBytes("\r\n".getBytes(StandardCharsets.US_ASCII));
        return chunk.toByteArray();
    }

    void chunk(String text) throws IOException {
        send(chunk(text.getBytes(StandardCharsets.UTF_8)));
    }

    void lastChunk() throws IOException {
        send("0\r\n\r\n");
    }

    /** A whole JSON answer; the connection stays usable. */
    void json(int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        head(status, Map.of("content-type", "application/json", "content-length", String.valueOf(bytes.length)));
        send(bytes);
    }

    /** Says nothing more until the client closes or the test ends. */
    void stall() throws IOException {
        while (socket.getInputStream().read() >= 0) {
            // what still comes does not matter
        }
    }

    /** Passes bytes in both directions until one end closes. */
    void tunnelTo(int port) throws IOException {
        try (Socket server = new Socket(InetAddress.getLoopbackAddress(), port)) {
            Thread back = new Thread(() -> pass(server, socket), "tunnel");
            back.setDaemon(true);
            back.start();
            pass(socket, server);
        }
    }

    private static void pass(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException e) {
            // an end was closed
        }
    }

    /** Closes with a reset. */
    void abort() throws IOException {
        close(true);
    }

    void close(boolean reset) throws IOException {
        if (reset) {
            socket.setSoLinger(true, 0);
        }
        socket.close();
    }

    private static boolean endsHead(ByteArrayOutputStream head) {
        byte[] bytes = head.toByteArray();
        int n = bytes.length;
        return n >= 4 && bytes[n - 4] == '\r' && bytes[n - 3] == '\n' && bytes[n - 2] == '\r' && bytes[n - 1] == '\n';
    }
}
