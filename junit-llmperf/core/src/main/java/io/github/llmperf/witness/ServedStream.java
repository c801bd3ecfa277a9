package io.github.llmperf.witness;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One connection of the own server: reads requests one after the other, and writes what is due of their answers. */
final class ServedStream {

    static final long NOTHING_DUE = Long.MAX_VALUE;

    private static final byte[] END_OF_HEAD = {'\r', '\n', '\r', '\n'};
    private static final String LENGTH = "content-length:";

    private final SocketChannel channel;
    private final byte[][] chunks;
    private final Supplier<AnswerPacing> answers;
    private final ByteBuffer unsent = ByteBuffer.allocate(64 << 10).limit(0);
    private byte[] request = new byte[4096];
    private int received;
    private int next;
    private @Nullable AnswerPacing answering;

    ServedStream(SocketChannel channel, byte[][] chunks, Supplier<AnswerPacing> answers) {
        this.channel = channel;
        this.chunks = chunks;
        this.answers = answers;
    }

    /** Reads what is there; tells whether the connection is still open. */
    boolean read(ByteBuffer scratch, long now) throws IOException {
        scratch.clear();
        int count = channel.read(scratch);
        while (count > 0) {
            scratch.flip();
            if (received + count > request.length) {
                request = Arrays.copyOf(request, Math.max(2 * request.length, received + count));
            }
            scratch.get(request, received, count);
            received += count;
            scratch.clear();
            count = channel.read(scratch);
        }
        if (count < 0) {
            return false;
        }
        begin(now);
        return true;
    }

    private void begin(long now) {
        int head = endOfHead();
        if (answering != null || head < 0) {
            return;
        }
        int length = head + bodyLength(head);
        if (received >= length) {
            System.arraycopy(request, length, request, 0, received - length);
            received -= length;
            next = 0;
            answering = answers.get();
            answering.arrived(now);
        }
    }

    private int endOfHead() {
        for (int end = END_OF_HEAD.length; end <= received; end++) {
            if (Arrays.equals(request, end - END_OF_HEAD.length, end, END_OF_HEAD, 0, END_OF_HEAD.length)) {
                return end;
            }
        }
        return -1;
    }

    private int bodyLength(int head) {
        String lines = new String(request, 0, head, StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
        int field = lines.indexOf("\n" + LENGTH);
        int value = field + 1 + LENGTH.length();
        return field < 0
                ? 0
                : Integer.parseInt(
                        lines.substring(value, lines.indexOf('\r', value)).trim());
    }

    /** Returns when something is to be written next. */
    long due() {
        return answering == null || unsent.hasRemaining() ? NOTHING_DUE : answering.due(next);
    }

    /** Returns whether the client reads more slowly than this writes. */
    boolean isBlocked() {
        return unsent.hasRemaining();
    }

    /** Writes one event, or the rest of one. */
    void write(long now) throws IOException {
        if (!unsent.hasRemaining() && answering != null) {
            byte[] chunk = chunks[next];
            unsent.clear().put(chunk).flip();
            AnswerPacing current = answering;
            current.written(next++, now);
            if (next == chunks.length) {
                answering = null;
            }
        }
        channel.write(unsent);
        if (!unsent.hasRemaining() && answering == null) {
            begin(now);
        }
    }

    void close() throws IOException {
        channel.close();
    }
}
