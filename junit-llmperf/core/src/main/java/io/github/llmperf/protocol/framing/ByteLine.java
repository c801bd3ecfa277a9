package io.github.llmperf.protocol.framing;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes that grow and are used again. */
final class ByteLine {

    private static final int SMALL = 1024;
    private static final int KEPT = 64 * 1024;

    private byte[] bytes = new byte[SMALL];
    private int size;

    void append(byte[] source, int from, int to) {
        int length = to - from;
        if (size + length > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(size + length, 2 * bytes.length));
        }
        System.arraycopy(source, from, bytes, size, length);
        size += length;
    }

    void append(char ascii) {
        append(new byte[] {(byte) ascii}, 0, 1);
    }

    byte[] array() {
        return bytes;
    }

    int size() {
        return size;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** Malformed UTF-8 becomes U+FFFD. */
    String text() {
        return size == 0 ? "" : new String(bytes, 0, size, StandardCharsets.UTF_8);
    }

    void clear() {
        size = 0;
        if (bytes.length > KEPT) {
            bytes = new byte[SMALL];
        }
    }
}
