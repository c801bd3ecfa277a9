package io.github.llmperf.client.socket;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Bytes in the order of their arrival, each with the moment of the read that brought it. Not safe for threads. */
final class Arrivals {

    private static final int FIRST_SIZE = 1 << 10;

    /** What grew beyond is given back once it is empty: ten thousand idle connections would keep it for nothing. */
    private static final int KEPT_SIZE = 1 << 13;

    private static final int KEPT_READS = 64;

    private static final byte[] NOTHING = {};

    private byte[] bytes = NOTHING;
    private int from;
    private int to;
    private long[] moments = new long[4];
    private int[] ends = new int[4];
    private int first;
    private int next;

    int unread() {
        return to - from;
    }

    /** Adds what one read brought. */
    void add(long moment, ByteBuffer arrived) {
        int count = arrived.remaining();
        makeRoom(count);
        arrived.get(bytes, to, count);
        to += count;
        if (next == ends.length) {
            int most = 2 * next;
            moments = Arrays.copyOf(moments, most);
            ends = Arrays.copyOf(ends, most);
        }
        moments[next] = moment;
        ends[next++] = to;
    }

    /** Returns when the first unread byte arrived; there must be one. */
    long moment() {
        return moments[first];
    }

    /** Takes the next bytes, at most as many as arrived together, so that all of them have one moment. */
    int take(byte[] target, int offset, int length) {
        int count = Math.min(length, ends[first] - from);
        System.arraycopy(bytes, from, target, offset, count);
        from += count;
        if (from == ends[first]) {
            first++;
        }
        if (from == to) {
            clear();
        }
        return count;
    }

    /** Returns whether what is unread ends like the body of a chunked answer, or with {@code [DONE]}. */
    boolean looksComplete() {
        return EndOfAnswer.isAt(bytes, from, to);
    }

    private void clear() {
        from = 0;
        to = 0;
        first = 0;
        next = 0;
        if (bytes.length > KEPT_SIZE) {
            bytes = NOTHING;
        }
        if (ends.length > KEPT_READS) {
            moments = new long[4];
            ends = new int[4];
        }
    }

    private void makeRoom(int count) {
        if (to + count <= bytes.length) {
            return;
        }
        int unread = unread();
        int size = Math.max(bytes.length, FIRST_SIZE);
        while (size < unread + count) {
            size *= 2;
        }
        byte[] roomy = size == bytes.length ? bytes : new byte[size];
        System.arraycopy(bytes, from, roomy, 0, unread);
        bytes = roomy;
        for (int i = first; i < next; i++) {
            moments[i - first] = moments[i];
            ends[i - first] = ends[i] - from;
        }
        next -= first;
        first = 0;
        from = 0;
        to = unread;
    }
}
