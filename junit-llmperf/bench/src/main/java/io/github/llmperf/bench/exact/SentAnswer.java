package io.github.llmperf.bench.exact;

import java.nio.ByteBuffer;

/**
 * When an answer was really sent, in terms of the machine's monotonic clock, which all processes share.
 *
 * @param number of the answer, which its text begins with
 * @param arrived when the read had returned that completed the request
 * @param begun just before each token's event was written
 * @param written just after
 */
@SuppressWarnings("ArrayRecordComponent") // millions of stamps
public record SentAnswer(int number, long arrived, long[] begun, long[] written) {

    static SentAnswer read(ByteBuffer from) {
        int number = from.getInt();
        int tokens = from.getInt();
        long arrived = from.getLong();
        long[] begun = new long[tokens];
        long[] written = new long[tokens];
        for (int i = 0; i < tokens; i++) {
            begun[i] = from.getLong();
            written[i] = from.getLong();
        }
        return new SentAnswer(number, arrived, begun, written);
    }

    int size() {
        return 2 * Integer.BYTES + Long.BYTES * (1 + 2 * begun.length);
    }

    void write(ByteBuffer to) {
        to.putInt(number).putInt(begun.length).putLong(arrived);
        for (int i = 0; i < begun.length; i++) {
            to.putLong(begun[i]).putLong(written[i]);
        }
    }

    /**
     * Returns which answer a text is of.
     *
     * @return its number; −1 when the text is none of this server's
     */
    public static int numberIn(String text) {
        return AnswerBytes.number(text);
    }

    /** Returns whether nothing is missing in a text. */
    public boolean isWhole(String text) {
        return text.equals(AnswerBytes.text(number, begun.length));
    }
}
