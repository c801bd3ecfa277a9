package io.github.llmperf.measure;

import java.util.Arrays;

/**
 * How often which values occurred, in the buckets of HdrHistogram with 3 significant digits. Only buckets' pages that
 * hold values are allocated: HdrHistogram's own packed form takes several times longer to count a value, and a hundred
 * times longer to iterate over.
 */
final class BucketCounts {

    /** 2,048 steps, and half as many for each further doubling. */
    private static final int STEPS_BITS = 11;

    private static final int HALF_BITS = STEPS_BITS - 1;
    private static final int HALF = 1 << HALF_BITS;
    private static final int PAGE_BITS = 7;
    private static final int PAGE = 1 << PAGE_BITS;

    private static final long[] NONE = {};

    private long[][] pages = new long[0][];

    /** Counts a value, 0 or more. */
    void add(long value, long times) {
        int index = indexOf(value);
        int page = index >> PAGE_BITS;
        if (page >= pages.length) {
            int before = pages.length;
            pages = Arrays.copyOf(pages, page + 1);
            Arrays.fill(pages, before, pages.length, NONE);
        }
        if (pages[page].length == 0) {
            pages[page] = new long[PAGE];
        }
        pages[page][index & (PAGE - 1)] += times;
    }

    /** Returns the counts so far; each bucket is represented by its largest value. */
    Ranks ranks() {
        long[] values = new long[PAGE];
        long[] upTo = new long[PAGE];
        int length = 0;
        long sofar = 0;
        for (int page = 0; page < pages.length; page++) {
            for (int i = 0; i < pages[page].length; i++) {
                if (pages[page][i] > 0) {
                    if (length == values.length) {
                        values = Arrays.copyOf(values, 2 * length);
                        upTo = Arrays.copyOf(upTo, 2 * length);
                    }
                    sofar += pages[page][i];
                    values[length] = valueAt(page * PAGE + i + 1) - 1;
                    upTo[length++] = sofar;
                }
            }
        }
        return new Ranks(Arrays.copyOf(values, length), Arrays.copyOf(upTo, length));
    }

    /** Returns the smallest value of the bucket that a value falls into. */
    static long least(long value) {
        return valueAt(indexOf(value));
    }

    private static int indexOf(long value) {
        int doublings = Long.SIZE - STEPS_BITS - Long.numberOfLeadingZeros(value | (2 * HALF - 1));
        return ((doublings + 1) << HALF_BITS) + (int) (value >>> doublings) - HALF;
    }

    private static long valueAt(int index) {
        int doublings = Math.max(0, (index >> HALF_BITS) - 1);
        return (long) (index - (doublings << HALF_BITS)) << doublings;
    }
}
