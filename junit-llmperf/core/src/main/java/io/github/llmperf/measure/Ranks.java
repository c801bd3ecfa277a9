package io.github.llmperf.measure;

import java.util.Arrays;
import java.util.List;
import org.HdrHistogram.Histogram;

/** Counted values by rank: a lookup is fast, and charts do hundreds of them. */
final class Ranks {

    private final long[] values;
    private final long[] upTo;

    /** No samples. */
    static final Ranks NONE = new Ranks(new long[0], new long[0]);

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

    /** Returns the samples of both as one. */
    Ranks plus(Ranks other) {
        if (values.length == 0) {
            return other;
        }
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

    /** Counts all samples in a histogram too. */
    void addTo(Histogram histogram) {
        for (int i = 0; i < values.length; i++) {
            histogram.recordValueWithCount(values[i], i == 0 ? upTo[0] : upTo[i] - upTo[i - 1]);
        }
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

    /** Returns the value of a rank, from 1 to the number of samples. */
    long valueOf(long rank) {
        int found = Arrays.binarySearch(upTo, rank);
        return values[found >= 0 ? found : -found - 1];
    }
}
