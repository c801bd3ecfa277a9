package io.github.llmperf.bench.exact;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Collects the requests of one connection. */
final class ServerConnection {

    private static final Pattern LENGTH = Pattern.compile("(?i)\r\ncontent-length: *(\\d+)");

    private final SocketChannel channel;
    private byte[] bytes = new byte[2048];
    private int size;
    private int needed;
    private String head = "";

    ServerConnection(SocketChannel channel) {
        this.channel = channel;
    }

    SocketChannel channel() {
        return channel;
    }

    /** Reads what is there; returns false at the end. */
    boolean read(ByteBuffer buffer) throws IOException {
        buffer.clear();
        int count = channel.read(buffer);
        if (count < 0) {
            return false;
        }
        if (size + count > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(size + count, 2 * bytes.length));
        }
        buffer.flip().get(bytes, size, count);
        size += count;
        if (needed == 0) {
            readHead();
        }
        return true;
    }

    boolean isComplete() {
        return needed > 0 && size >= needed;
    }

    /** Returns head and body of the complete request, and makes room for the next one. */
    String take() {
        String request = new String(bytes, 0, needed, StandardCharsets.UTF_8);
        size = 0;
        needed = 0;
        return request;
    }

    private void readHead() {
        for (int i = 3; i < size; i++) {
            if (bytes[i] == '\n' && bytes[i - 1] == '\r' && bytes[i - 2] == '\n') {
                head = new String(bytes, 0, i, StandardCharsets.ISO_8859_1);
                Matcher length = LENGTH.matcher(head);
                needed = i + 1 + (length.find() ? Integer.parseInt(length.group(1)) : 0);
                return;
            }
        }
    }
}
