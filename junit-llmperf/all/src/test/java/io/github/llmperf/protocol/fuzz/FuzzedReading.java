package io.github.llmperf.protocol.fuzz;

import com.sun.management.ThreadMXBean;
import io.github.llmperf.protocol.AnswerReader;
import io.github.llmperf.protocol.AnswerResult;
import io.github.llmperf.protocol.Dialect;
import io.github.llmperf.protocol.StreamEvent;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Reads one input whole and in pieces, and insists on what holds for every input. */
final class FuzzedReading {

    /** Far above what an event needs, far below what work that grows with the square of a body would need. */
    private static final long BYTES_PER_BYTE = 3_000;

    private static final long BYTES_PER_ANSWER = 2 << 20;
    private static final int SHORT = 300;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final Dialect dialect;
    private final FuzzInput input;
    private final byte[] body;

    FuzzedReading(Dialect dialect, FuzzInput input) {
        this.dialect = dialect;
        this.input = input;
        body = input.bytes();
    }

    /** Throws an {@link AssertionError} for a rule that is broken, and whatever the reader throws. */
    void check(SplittableRandom random) {
        List<StreamEvent> events = new ArrayList<>();
        long before = THREADS.getCurrentThreadAllocatedBytes();
        AnswerResult whole = read(events, body.length);
        long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
        if (allocated > BYTES_PER_ANSWER + BYTES_PER_BYTE * body.length) {
            throw new AssertionError("reading " + body.length + " bytes allocates " + allocated);
        }
        ReadingRules.check(input, whole, events);
        List<StreamEvent> inPieces = new ArrayList<>();
        AnswerResult same = body.length <= SHORT ? read(inPieces, 1) : read(inPieces, random);
        SameReading.check(input, whole, events, same, inPieces);
    }

    private AnswerResult read(List<StreamEvent> events, int step) {
        AnswerReader reader = dialect.reader(input.asked(), input.head(), events::add);
        for (int from = 0; from < body.length; from += step) {
            reader.feed(body, from, Math.min(step, body.length - from));
        }
        return reader.end(input.end());
    }

    /** Pieces of any length, fed from an array that is used again, as sockets do. */
    private AnswerResult read(List<StreamEvent> events, SplittableRandom random) {
        AnswerReader reader = dialect.reader(input.asked(), input.head(), events::add);
        byte[] buffer = new byte[body.length + 1];
        int longest = 1 + random.nextInt(body.length);
        int from = 0;
        while (from < body.length) {
            int length = Math.min(random.nextInt(longest + 1), body.length - from);
            int at = random.nextInt(2);
            System.arraycopy(body, from, buffer, at, length);
            reader.feed(buffer, at, length);
            from += length;
        }
        return reader.end(input.end());
    }
}
