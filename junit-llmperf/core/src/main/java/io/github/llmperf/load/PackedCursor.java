package io.github.llmperf.load;

/** Reads what {@link PackedBytes} wrote, number by number. */
final class PackedCursor {

    private final byte[] bytes;
    private int at;

    PackedCursor(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Returns where the next number begins. */
    int position() {
        return at;
    }

    long count() {
        byte last = bytes[at++];
        long value = last & 0x7f;
        for (int shift = 7; last < 0; shift += 7) {
            last = bytes[at++];
            value |= (last & 0x7fL) << shift;
        }
        return value;
    }

    int smallCount() {
        return (int) count();
    }

    long number() {
        long folded = count();
        return folded >>> 1 ^ -(folded & 1);
    }

    int smallNumber() {
        return (int) number();
    }

    long bits() {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 8) {
            value |= (bytes[at++] & 0xffL) << shift;
        }
        return value;
    }
}
