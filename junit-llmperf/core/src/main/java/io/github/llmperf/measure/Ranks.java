package io.github.llmperf.measure;

import java.util.Arrays;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.HistogramIterationValue;

/** Values of a histogram by rank: a histogram of little memory is slow to walk through, and charts ask for hundreds. */
final class Ranks {

    private final long[] values;
    private final long[] upTo;

    private Ranks(long[] values, long[] upTo) {
        this.values = values;
        this.upTo = upTo;
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

    /** Returns the largest value that belongs with a rank, from 1 to the number of samples. */
    long valueOf(long rank) {
        int found = Arrays.binarySearch(upTo, rank);
        return values[found >= 0 ? found : -found - 1];
    }
}
