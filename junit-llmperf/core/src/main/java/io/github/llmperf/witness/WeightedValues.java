package io.github.llmperf.witness;

import java.util.Arrays;
import java.util.stream.IntStream;

/** Values that each stand for a span of time. Not safe for use by several threads. */
final class WeightedValues {

    private static final double NANOS_PER_MILLI = 1e6;

    private long[] from = new long[256];
    private long[] to = new long[256];
    private float[] values = new float[256];
    private int n;

    /** Adds a value in ns; a span of no length counts in no percentile. */
    void add(long begin, long end, long value) {
        if (n == values.length) {
            from = Arrays.copyOf(from, 2 * n);
            to = Arrays.copyOf(to, 2 * n);
            values = Arrays.copyOf(values, 2 * n);
        }
        from[n] = begin;
        to[n] = Math.max(begin, end);
        values[n++] = Math.max(0, value);
    }

    /** Returns how much of a time the spans cover, in ns; they must not overlap. */
    long covered(long begin, long end) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += overlap(i, begin, end);
        }
        return sum;
    }

    /** Returns the percentiles over a time: the smallest value that holds for that part of what is covered of it. */
    Lateness lateness(long begin, long end) {
        int[] order = IntStream.range(0, n)
                .filter(i -> overlap(i, begin, end) > 0)
                .boxed()
                .sorted((a, b) -> Float.compare(values[a], values[b]))
                .mapToInt(Integer::intValue)
                .toArray();
        if (order.length == 0) {
            return Lateness.UNKNOWN;
        }
        long all = covered(begin, end);
        return new Lateness(
                at(order, .5 * all, begin, end),
                at(order, .99 * all, begin, end),
                values[order[order.length - 1]] / NANOS_PER_MILLI);
    }

    private double at(int[] order, double weight, long begin, long end) {
        double sum = 0;
        for (int i : order) {
            sum += overlap(i, begin, end);
            if (sum >= weight) {
                return values[i] / NANOS_PER_MILLI;
            }
        }
        return values[order[order.length - 1]] / NANOS_PER_MILLI;
    }

    private long overlap(int i, long begin, long end) {
        return Math.max(0, Math.min(to[i], end) - Math.max(from[i], begin));
    }
}
