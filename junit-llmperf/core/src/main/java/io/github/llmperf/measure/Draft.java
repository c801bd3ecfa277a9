package io.github.llmperf.measure;

import java.util.Arrays;

/**
 * Samples of one metric while they come, in the buckets of HdrHistogram: takes a sample several times faster than its
 * histograms of little memory, and only the pages of counts that samples fall into exist.
 */
final class Draft {

    /** As HdrHistogram keeps 3 significant digits: 2,048 steps, and half as many for each further doubling. */
    private static final int STEPS_BITS = 11;

    private static final int HALF_BITS = STEPS_BITS - 1;
    private static final int HALF = 1 << HALF_BITS;
    private static final int PAGE_BITS = 7;
    private static final int PAGE = 1 << PAGE_BITS;

    private static final long[] NONE = {};

    private static final double NANOS_PER_MS = 1e6;

    private long[][] pages = new long[0][];
    private long n;
    private double sum;
    private double sumOfSquares;
    private double min = Double.POSITIVE_INFINITY;
    private double max = Double.NEGATIVE_INFINITY;
    private long nanos;
    private double squaredNanos;
    private long leastNanos = Long.MAX_VALUE;
    private long mostNanos;

    /** Adds a sample in the metric's unit; a negative one counts as 0. */
    void add(double sample) {
        if (!Double.isFinite(sample)) {
            throw new IllegalArgumentException("sample must be a finite number, but is " + sample);
        }
        double value = Math.max(0, sample);
        count(Math.round(value * Distribution.SCALE));
        sum += value;
        sumOfSquares += value * value;
        min = Math.min(min, value);
        max = Math.max(max, value);
    }

    /** Adds a sample of a metric in ms; a negative one counts as 0. */
    void addNanos(long sample) {
        long value = Math.max(0, sample);
        count((value + 500) / 1000);
        nanos += value;
        squaredNanos += (double) value * value;
        leastNanos = Math.min(leastNanos, value);
        mostNanos = Math.max(mostNanos, value);
    }

    Distribution distribution() {
        Distribution distribution = new Distribution();
        if (n > 0) {
            for (int page = 0; page < pages.length; page++) {
                for (int i = 0; i < pages[page].length; i++) {
                    if (pages[page][i] > 0) {
                        distribution.count(valueAt(page * PAGE + i), pages[page][i]);
                    }
                }
            }
            distribution.moments(
                    sum + nanos / NANOS_PER_MS,
                    sumOfSquares + squaredNanos / NANOS_PER_MS / NANOS_PER_MS,
                    least(),
                    most());
        }
        return distribution;
    }

    /** Returns how often which values occurred, for those who need no more. */
    ValueCounts counts() {
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
        return new ValueCounts(new Ranks(Arrays.copyOf(values, length), Arrays.copyOf(upTo, length)), least(), most());
    }

    private double least() {
        return leastNanos == Long.MAX_VALUE ? min : Math.min(min, leastNanos / NANOS_PER_MS);
    }

    private double most() {
        return leastNanos == Long.MAX_VALUE ? max : Math.max(max, mostNanos / NANOS_PER_MS);
    }

    private void count(long value) {
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
        pages[page][index & (PAGE - 1)]++;
        n++;
    }

    static int indexOf(long value) {
        int doublings = Long.SIZE - STEPS_BITS - Long.numberOfLeadingZeros(value | (2 * HALF - 1));
        return ((doublings + 1) << HALF_BITS) + (int) (value >>> doublings) - HALF;
    }

    /** Returns the smallest value of a bucket. */
    static long valueAt(int index) {
        int doublings = Math.max(0, (index >> HALF_BITS) - 1);
        return (long) (index - (doublings << HALF_BITS)) << doublings;
    }
}
