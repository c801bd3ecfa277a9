package io.github.llmperf.plan;

import java.util.Arrays;

/** Gathers the bytes of a reading. */
final class TextReadingBuilder {

    private static final int ONE_BYTE = 0x80;

    private static final int TWO_BYTES = 0x800;

    private static final int THREE_BYTES = 0x10000;

    private byte[] bytes;

    private int[] starts;

    private int[] ends;

    private int length;

    TextReadingBuilder(int expected) {
        int room = Math.max(16, expected);
        bytes = new byte[room];
        starts = new int[room];
        ends = new int[room];
    }

    void add(byte value, int start, int end) {
        if (length == bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * length);
            starts = Arrays.copyOf(starts, 2 * length);
            ends = Arrays.copyOf(ends, 2 * length);
        }
        bytes[length] = value;
        starts[length] = start;
        ends[length] = end;
        length++;
    }

    /** In UTF-8; halves of pairs that stand alone are written as any other, since nothing is lost when they are not found. */
    void addPoint(int point, int start, int end) {
        if (point < ONE_BYTE) {
            add((byte) point, start, end);
        } else if (point < TWO_BYTES) {
            add((byte) (0xC0 | (point >> 6)), start, end);
            addTail(point, start, end);
        } else if (point < THREE_BYTES) {
            add((byte) (0xE0 | (point >> 12)), start, end);
            addTail(point >> 6, start, end);
            addTail(point, start, end);
        } else {
            add((byte) (0xF0 | (point >> 18)), start, end);
            addTail(point >> 12, start, end);
            addTail(point >> 6, start, end);
            addTail(point, start, end);
        }
    }

    private void addTail(int bits, int start, int end) {
        add((byte) (0x80 | (bits & 0x3F)), start, end);
    }

    TextReading build() {
        return new TextReading(bytes, length, starts, ends);
    }
}
