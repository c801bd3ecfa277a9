package io.github.llmperf.protocol.sagemaker;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import software.amazon.eventstream.Message;

/**
 * Cuts an AWS event stream into its messages, wherever the reads cut it. The library's own decoder starts with 2 MiB per
 * stream and trusts any length, so that messages are gathered here, after their prelude was checked.
 */
final class EventMessages {

    private static final int PRELUDE = 12;
    private static final int CHECKED = 8;
    private static final int OVERHEAD = 16;
    private static final int SMALL = 1024;
    private static final int KEPT = 64 * 1024;
    private static final int MAX_HEADERS = 128 * 1024;
    private static final int MAX_PAYLOAD = 24 * 1024 * 1024;

    private final Consumer<Message> sink;
    private byte[] bytes = new byte[SMALL];
    private int size;
    private int needed = PRELUDE;
    private @Nullable String broken;

    EventMessages(Consumer<Message> sink) {
        this.sink = sink;
    }

    void feed(byte[] source, int offset, int length) {
        int from = offset;
        int end = offset + length;
        while (from < end && broken == null) {
            int taken = Math.min(end - from, needed - size);
            append(source, from, taken);
            from += taken;
            if (size == needed) {
                step();
            }
        }
    }

    /** Returns whether the stream stops inside a message. */
    boolean isInside() {
        return size > 0 && broken == null;
    }

    /** What makes the rest unreadable; null when nothing does. */
    @Nullable
    String broken() {
        return broken;
    }

    private void append(byte[] source, int from, int length) {
        if (size + length > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(size + length, Math.min(needed, 2 * bytes.length)));
        }
        System.arraycopy(source, from, bytes, size, length);
        size += length;
    }

    private void step() {
        if (needed == PRELUDE) {
            readPrelude();
        } else {
            readMessage();
        }
    }

    private void readPrelude() {
        ByteBuffer prelude = ByteBuffer.wrap(bytes, 0, PRELUDE);
        int total = prelude.getInt();
        int headers = prelude.getInt();
        CRC32 crc = new CRC32();
        crc.update(bytes, 0, CHECKED);
        if ((int) crc.getValue() != prelude.getInt()) {
            broken = "the checksum of a message's prelude does not fit";
        } else if (headers < 0 || headers > MAX_HEADERS) {
            broken = "a message has headers of " + Integer.toUnsignedString(headers) + " bytes";
        } else if (total < headers + OVERHEAD || total - headers - OVERHEAD > MAX_PAYLOAD) {
            broken = "a message is " + Integer.toUnsignedString(total) + " bytes long";
        } else {
            needed = total;
        }
    }

    private void readMessage() {
        Message message;
        try {
            message = Message.decode(ByteBuffer.wrap(bytes, 0, size));
        } catch (RuntimeException e) {
            broken = "a message cannot be read: " + e.getMessage();
            return;
        }
        size = 0;
        needed = PRELUDE;
        if (bytes.length > KEPT) {
            bytes = new byte[SMALL];
        }
        sink.accept(message);
    }
}
