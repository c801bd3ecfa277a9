package io.github.llmperf.load;

import java.util.Arrays;

/** Numbers in few bytes: small ones, of either sign, take one. */
final class PackedBytes {

    private static final int LONGEST = 10;

    private byte[] bytes;
    private int length;

    PackedBytes(int expected) {
        bytes = new byte[expected];
    }

    /** Puts a number of 0 or more; a negative one takes ten bytes. */
    PackedBytes count(long number) {
        reserve();
        long rest = number;
        while ((rest & ~0x7fL) != 0) {
            bytes[length++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[length++] = (byte) rest;
        return this;
    }

    /** Puts a number near 0. */
    PackedBytes number(long number) {
        return count(number << 1 ^ number >> 63);
    }

    /** Puts a number whose every bit counts. */
    PackedBytes bits(long number) {
        reserve();
        for (int shift = 0; shift < 64; shift += 8) {
            bytes[length++] = (byte) (number >>> shift);
        }
        return this;
    }

    int length() {
        return length;
    }

    void copyTo(byte[] target, int offset) {
        System.arraycopy(bytes, 0, target, offset, length);
    }

    private void reserve() {
        if (length + LONGEST > bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * bytes.length + LONGEST);
        }
    }
}
