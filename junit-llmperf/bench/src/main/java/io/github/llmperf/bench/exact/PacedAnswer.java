package io.github.llmperf.bench.exact;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** An answer under way. Its schedule is absolute: a late token does not delay those after it. */
final class PacedAnswer {

    private final SocketChannel to;
    private final Pace pace;
    private final SentAnswer sent;
    private int next;

    PacedAnswer(SocketChannel to, int number, long arrived, Pace pace) {
        this.to = to;
        this.pace = pace;
        sent = new SentAnswer(number, arrived, new long[pace.tokens()], new long[pace.tokens()]);
    }

    long due() {
        return sent.arrived() + pace.firstNanos() + next * pace.gapNanos();
    }

    SentAnswer sent() {
        return sent;
    }

    void sendHead(AnswerBytes bytes) throws IOException {
        write(to, bytes.head());
    }

    /** Sends the next token, and the end behind the last one; returns false when that was it. */
    boolean sendNext(AnswerBytes bytes) throws IOException {
        ByteBuffer event = bytes.event(sent.number(), next);
        sent.begun()[next] = System.nanoTime();
        write(to, event);
        sent.written()[next] = System.nanoTime();
        next++;
        if (next < pace.tokens()) {
            return true;
        }
        write(to, bytes.end(pace.tokens()));
        return false;
    }

    /** Waits for a client that does not read, which does not happen in a load whose answers fit the socket's buffer. */
    static void write(SocketChannel to, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            to.write(bytes);
        }
    }
}
