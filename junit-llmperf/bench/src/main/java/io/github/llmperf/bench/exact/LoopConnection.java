package io.github.llmperf.bench.exact;

import io.github.llmperf.protocol.AnswerHead;
import io.github.llmperf.protocol.WireRequest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One connection of a {@link LoopClient}: cuts HTTP's chunks, wherever the reads cut them. */
final class LoopConnection {

    private static final int OK = 200;
    private static final int HEX = 16;

    /** What the next byte belongs to. */
    private enum In {
        HEAD,
        SIZE,
        DATA,
        AFTER_DATA
    }

    private final SocketChannel channel;
    private final StringBuilder line = new StringBuilder();
    private volatile @Nullable LoopAnswer current;
    private In in = In.HEAD;
    private int left;

    LoopConnection(SocketChannel channel) {
        this.channel = channel;
    }

    SocketChannel channel() {
        return channel;
    }

    void send(LoopAnswer answer, WireRequest wire) throws IOException {
        StringBuilder head = new StringBuilder("POST ")
                .append(wire.url().getRawPath())
                .append(" HTTP/1.1\r\nhost: ")
                .append(wire.url().getRawAuthority());
        wire.headers()
                .forEach((name, value) ->
                        head.append("\r\n").append(name).append(": ").append(value));
        byte[] body = wire.body().getBytes(StandardCharsets.UTF_8);
        head.append("\r\ncontent-length: ").append(body.length).append("\r\n\r\n");
        byte[] first = head.toString().getBytes(StandardCharsets.US_ASCII);
        ByteBuffer all = ByteBuffer.allocate(first.length + body.length)
                .put(first)
                .put(body)
                .flip();
        current = answer;
        answer.sent(System.nanoTime());
        PacedAnswer.write(channel, all);
    }

    void feed(byte[] bytes, int count, long at) {
        LoopAnswer answer = current;
        if (answer == null) {
            throw new IllegalStateException("server must not send what nobody asked for");
        }
        int i = 0;
        while (i < count) {
            if (in == In.DATA) {
                int part = Math.min(left, count - i);
                answer.feed(bytes, i, part, at);
                left -= part;
                i += part;
                in = left == 0 ? In.AFTER_DATA : In.DATA;
            } else {
                byte b = bytes[i++];
                if (b == '\n') {
                    endLine(answer, at);
                } else if (b != '\r') {
                    line.append((char) b);
                }
            }
        }
    }

    private void endLine(LoopAnswer answer, long at) {
        switch (in) {
            case HEAD -> {
                if (line.length() == 0) {
                    answer.head(new AnswerHead(OK, Map.of("content-type", "text/event-stream")), at);
                    in = In.SIZE;
                }
            }
            case AFTER_DATA -> in = In.SIZE;
            case SIZE -> readSize(answer, at);
            case DATA -> throw new IllegalStateException("data has no lines");
        }
        line.setLength(0);
    }

    private void readSize(LoopAnswer answer, long at) {
        if (left < 0) {
            left = 0;
            in = In.HEAD;
            current = null;
            answer.end(at);
            return;
        }
        left = Integer.parseInt(line.toString(), HEX);
        if (left == 0) {
            left = -1; // the empty line behind the last chunk is still to come
        } else {
            in = In.DATA;
        }
    }
}
