package io.github.llmperf.simulator;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** A socket that speaks HTTP by hand, so that tests see the very bytes. */
final class RawConnection implements AutoCloseable {

    private static final int SILENCE_MILLIS = 30_000;

    private final Socket socket = new Socket();
    private final InputStream in;

    RawConnection(SimulatedServer server) throws IOException {
        URI url = URI.create(server.url());
        socket.connect(new InetSocketAddress(url.getHost(), url.getPort()));
        socket.setSoTimeout(SILENCE_MILLIS);
        in = new BufferedInputStream(socket.getInputStream());
    }

    RawConnection post(String path, String json, String... headers) throws IOException {
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        StringBuilder head = new StringBuilder("POST " + path + " HTTP/1.1\r\nHost: x\r\n");
        for (String header : headers) {
            head.append(header).append("\r\n");
        }
        send(head + "Content-Type: application/json\r\nContent-Length: " + body.length + "\r\n\r\n");
        socket.getOutputStream().write(body);
        return this;
    }

    RawConnection get(String path, String... headers) throws IOException {
        return send("GET " + path + " HTTP/1.1\r\nHost: x\r\n" + String.join("\r\n", headers)
                + (headers.length == 0 ? "" : "\r\n") + "\r\n");
    }

    RawConnection send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        socket.getOutputStream().flush();
        return this;
    }

    /** The head of an answer, header names in lower case. */
    record Head(int status, Map<String, String> headers) {}

    /** A whole answer. */
    record Answer(int status, Map<String, String> headers, String body) {}

    Head head() throws IOException {
        String[] statusLine = line().split(" ", 3);
        Map<String, String> headers = new LinkedHashMap<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).trim());
        }
        return new Head(Integer.parseInt(statusLine[1]), headers);
    }

    Answer answer() throws IOException {
        Head head = head();
        String length = head.headers().get("content-length");
        if (length != null) {
            return new Answer(head.status(), head.headers(), text(bytes(Integer.parseInt(length))));
        }
        return new Answer(head.status(), head.headers(), chunks());
    }

    /** Reads all chunks to the last one. */
    String chunks() throws IOException {
        StringBuilder body = new StringBuilder();
        for (String chunk = chunk(); !chunk.isEmpty(); chunk = chunk()) {
            body.append(chunk);
        }
        return body.toString();
    }

    /** Reads one HTTP chunk; empty is the last one. */
    String chunk() throws IOException {
        int size = Integer.parseInt(line(), 16);
        String chunk = text(bytes(size));
        String end = line();
        if (!end.isEmpty()) {
            throw new IOException("no line end after a chunk, but " + end);
        }
        return chunk;
    }

    /** Reads until the server closes the connection. */
    String rest() throws IOException {
        return text(in.readAllBytes());
    }

    private byte[] bytes(int count) throws IOException {
        byte[] bytes = in.readNBytes(count);
        if (bytes.length < count) {
            throw new EOFException("connection closed after " + text(bytes));
        }
        return bytes;
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int next = in.read();
        while (next != '\r') {
            if (next < 0) {
                throw new EOFException("connection closed after " + line);
            }
            line.write(next);
            next = in.read();
        }
        if (in.read() != '\n') {
            throw new IOException("no line feed after a carriage return");
        }
        return text(line.toByteArray());
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
