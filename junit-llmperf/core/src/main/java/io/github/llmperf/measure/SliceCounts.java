package io.github.llmperf.measure;

import java.util.Arrays;
import java.util.List;

/** Cumulative sample counts for each time slice: makes percentiles of any mixture of slices cheap. */
final class SliceCounts {

    private final long[] values;
    private final long[][] upTo;

    private SliceCounts(long[] values, long[][] upTo) {
        this.values = values;
        this.upTo = upTo;
    }

    static SliceCounts of(List<Distribution> slices) {
        long[] values = slices.stream()
                .flatMapToLong(slice -> Arrays.stream(slice.ranks().values()))
                .sorted()
                .distinct()
                .toArray();
        return new SliceCounts(
                values, slices.stream().map(slice -> upTo(slice, values)).toArray(long[][]::new));
    }

    private static long[] upTo(Distribution slice, long[] values) {
        long[] counts = new long[values.length];
        Ranks ranks = slice.ranks();
        long[] own = ranks.values();
        int next = 0;
        for (int i = 0; i < values.length; i++) {
            next += next < own.length && own[next] == values[i] ? 1 : 0;
            counts[i] = next == 0 ? 0 : ranks.upTo(next - 1);
        }
        return counts;
    }

    /**
     * Returns a percentile of a mixture, in thousandths of the unit.
     *
     * @param percentile above 0, at most 100
     * @param times how often each slice is part of it; at least one with samples
     */
    long percentile(double percentile, int[] times) {
        long rank = Distribution.rank(percentile, upTo(values.length - 1, times));
        int low = 0;
        int high = values.length - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (upTo(middle, times) < rank) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return values[low];
    }

    private long upTo(int value, int[] times) {
        long sum = 0;
        for (int slice = 0; slice < times.length; slice++) {
            sum += times[slice] * upTo[slice][value];
        }
        return sum;
    }
}
