package io.github.llmperf.protocol.kit;

import io.github.llmperf.protocol.AnswerHead;
import io.github.llmperf.protocol.AnswerReader;
import io.github.llmperf.protocol.AnswerResult;
import io.github.llmperf.protocol.BodyEnd;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Decides by the first visible byte of a successful answer how it is read, since servers and gateways mislabel it. A
 * declared HTML page is no answer, whatever it contains.
 */
final class SniffingReader implements AnswerReader {

    /** Stands for an answer of which nothing came: its reader says what is missing. */
    static final char NOTHING = 0;

    private final Function<Character, AnswerReader> readers;
    private @Nullable AnswerReader chosen;

    SniffingReader(AnswerHead head, Function<Character, AnswerReader> readers) {
        this.readers = readers;
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
                chosen = readers.apply((char) first);
            }
        }
        if (chosen != null) {
            chosen.feed(bytes, from, end - from);
        }
    }

    @Override
    public AnswerResult end(BodyEnd how) {
        return (chosen == null ? readers.apply(NOTHING) : chosen).end(how);
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
