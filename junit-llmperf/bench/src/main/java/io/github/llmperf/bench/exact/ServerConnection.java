package io.github.llmperf.bench.exact;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Collects the requests of one connection. */
final class ServerConnection {

    private static final byte[] NAME = "content-length:".getBytes(StandardCharsets.US_ASCII);

    private final SocketChannel channel;
    private byte[] bytes = new byte[2048];
    private int size;
    private int needed;

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
                needed = i + 1 + length(i);
                return;
            }
        }
    }

    /** Cheap, since all reading waits for it while a thousand requests come at once. */
    private int length(int headEnds) {
        for (int i = 1; i < headEnds - NAME.length; i++) {
            if (bytes[i - 1] == '\n' && isName(i)) {
                int length = 0;
                for (int at = i + NAME.length; bytes[at] != '\r'; at++) {
                    length = bytes[at] == ' ' ? length : 10 * length + bytes[at] - '0';
                }
                return length;
            }
        }
        return 0;
    }

    private boolean isName(int from) {
        for (int i = 0; i < NAME.length; i++) {
            if ((bytes[from + i] | 0x20) != (NAME[i] | 0x20)) {
                return false;
            }
        }
        return true;
    }
}
