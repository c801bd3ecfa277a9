package io.github.llmperf.measure;

import java.util.Arrays;
import java.util.List;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.HistogramIterationValue;

/** Values of a histogram by rank: a histogram of little memory is slow to walk through, and charts ask for hundreds. */
final class Ranks {

    private final long[] values;
    private final long[] upTo;

    private static final Ranks NONE = new Ranks(new long[0], new long[0]);

    /** Both arrays are ascending, of one length, and not changed any more. */
    Ranks(long[] values, long[] upTo) {
        this.values = values;
        this.upTo = upTo;
    }

    /** Returns the samples of several as one. */
    static Ranks sum(List<Ranks> parts) {
        return switch (parts.size()) {
            case 0 -> NONE;
            case 1 -> parts.get(0);
            default -> sum(parts.subList(0, parts.size() / 2)).plus(sum(parts.subList(parts.size() / 2, parts.size())));
        };
    }

    private Ranks plus(Ranks other) {
        long[] merged = new long[values.length + other.values.length];
        long[] counts = new long[merged.length];
        int n = 0;
        int here = 0;
        int there = 0;
        while (here < values.length || there < other.values.length) {
            boolean takesHere =
                    there == other.values.length || (here < values.length && values[here] <= other.values[there]);
            boolean takesThere =
                    here == values.length || (there < other.values.length && other.values[there] <= values[here]);
            merged[n] = takesHere ? values[here] : other.values[there];
            here += takesHere ? 1 : 0;
            there += takesThere ? 1 : 0;
            counts[n++] = (here == 0 ? 0 : upTo[here - 1]) + (there == 0 ? 0 : other.upTo[there - 1]);
        }
        return new Ranks(Arrays.copyOf(merged, n), Arrays.copyOf(counts, n));
    }

    /** Returns the number of samples. */
    long n() {
        return upTo.length == 0 ? 0 : upTo[upTo.length - 1];
    }

    static Ranks of(AbstractHistogram histogram) {
        long[] values = new long[64];
        long[] upTo = new long[64];
        int n = 0;
        for (HistogramIterationValue value : histogram.recordedValues()) {
            if (n == values.length) {
                values = Arrays.copyOf(values, 2 * n);
                upTo = Arrays.copyOf(upTo, 2 * n);
            }
            values[n] = histogram.highestEquivalentValue(value.getValueIteratedTo());
            upTo[n++] = value.getTotalCountToThisValue();
        }
        return new Ranks(Arrays.copyOf(values, n), Arrays.copyOf(upTo, n));
    }

    /** Returns the values that occur, ascending, not to be changed. */
    long[] values() {
        return values;
    }

    /** Returns how many samples do not exceed the value of an index. */
    long upTo(int index) {
        return upTo[index];
    }

    /** Returns how many samples do not exceed any value. */
    long notAbove(long value) {
        int found = Arrays.binarySearch(values, value);
        int last = found >= 0 ? found : -found - 2;
        return last < 0 ? 0 : upTo[last];
    }

    /** Returns the largest value that belongs with a rank, from 1 to the number of samples. */
    long valueOf(long rank) {
        int found = Arrays.binarySearch(upTo, rank);
        return values[found >= 0 ? found : -found - 1];
    }
}
