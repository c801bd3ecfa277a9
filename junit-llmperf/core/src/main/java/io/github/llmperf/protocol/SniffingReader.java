package io.github.llmperf.protocol;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides by its first visible byte whether a successful answer is a stream or one JSON value, since servers and
 * gateways mislabel both. A declared HTML page is neither, whatever it contains.
 */
final class SniffingReader implements AnswerReader {

    private final AnswerHead head;
    private final Supplier<AnswerReader> stream;
    private final Supplier<AnswerReader> whole;
    private @Nullable AnswerReader chosen;

    SniffingReader(AnswerHead head, Supplier<AnswerReader> stream, Supplier<AnswerReader> whole) {
        this.head = head;
        this.stream = stream;
        this.whole = whole;
        if (head.contentType().endsWith("html")) {
            chosen = new ForeignReader(head);
        }
    }

    @Override
    public void feed(byte[] bytes, int offset, int length) {
        int from = offset;
        int end = offset + length;
        while (chosen == null && from < end) {
            byte first = bytes[from];
            if (isBlankOrBom(first)) {
                from++;
            } else {
                chosen = choose(first);
            }
        }
        if (chosen != null) {
            chosen.feed(bytes, from, end - from);
        }
    }

    @Override
    public Reading end(BodyEnd how) {
        return (chosen == null ? stream.get() : chosen).end(how);
    }

    private AnswerReader choose(byte first) {
        return switch (first) {
            case '{', '[' -> whole.get();
            case '<' -> new ForeignReader(head);
            default -> stream.get();
        };
    }

    private static boolean isBlankOrBom(byte b) {
        return b == ' '
                || b == '\t'
                || b == '\r'
                || b == '\n'
                || b == (byte) 0xEF
                || b == (byte) 0xBB
                || b == (byte) 0xBF;
    }
}
