package io.github.llmperf.bench.exact;

import io.github.llmperf.client.Moments;
import io.github.llmperf.client.PlannedRequest;
import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.protocol.AnswerHead;
import io.github.llmperf.protocol.AnswerReader;
import io.github.llmperf.protocol.BodyEnd;
import io.github.llmperf.protocol.Reading;
import io.github.llmperf.protocol.StreamEvent;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An answer that one thread reads while another waits for its end. */
final class LoopAnswer {

    /** Makes the reader of a body. */
    @FunctionalInterface
    interface Opening {
        AnswerReader reader(AnswerHead head, Consumer<StreamEvent> told);
    }

    private final PlannedRequest request;
    private final int maxNewTokens;
    private final Opening opening;
    private final Thread waiting;
    private long[] tokens = new long[128];
    private int n;
    private long now;
    private long sent;
    private long headers;
    private long bytes;
    private @Nullable AnswerReader reader;
    private volatile @Nullable RequestRecord record;

    LoopAnswer(PlannedRequest request, int maxNewTokens, Thread waiting, Opening opening) {
        this.request = request;
        this.maxNewTokens = maxNewTokens;
        this.waiting = waiting;
        this.opening = opening;
    }

    void sent(long at) {
        sent = at;
    }

    void head(AnswerHead head, long at) {
        headers = at;
        reader = opening.reader(head, this::told);
    }

    void feed(byte[] from, int offset, int length, long at) {
        now = at;
        bytes += length;
        Objects.requireNonNull(reader).feed(from, offset, length);
    }

    void end(long at) {
        Reading reading = Objects.requireNonNull(reader).end(BodyEnd.CLEAN);
        if (reading.trouble() != null || n == 0) {
            throw new IllegalStateException("answer must be read, but gave " + reading);
        }
        Moments moments = new Moments(
                request.scheduled(),
                sent,
                headers,
                tokens[0],
                tokens[0],
                tokens[0],
                Arrays.copyOf(tokens, n),
                tokens[n - 1],
                at,
                -1);
        record = new RequestRecord(
                request.index(),
                request.user(),
                request.phase(),
                request.turn(),
                request.prompt().chars(),
                maxNewTokens,
                moments,
                200,
                bytes,
                0,
                0,
                reading.answer(),
                null);
        LockSupport.unpark(waiting);
    }

    void await() {
        while (record == null) {
            LockSupport.park(this);
        }
    }

    RequestRecord record() {
        return Objects.requireNonNull(record);
    }

    private void told(StreamEvent event) {
        if (event == StreamEvent.VISIBLE_OUTPUT) {
            if (n == tokens.length) {
                tokens = Arrays.copyOf(tokens, 2 * n);
            }
            tokens[n++] = now;
        }
    }
}
