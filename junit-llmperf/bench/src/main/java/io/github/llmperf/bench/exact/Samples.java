package io.github.llmperf.bench.exact;

import java.util.Arrays;

/** Numbers that grow in count, of which mean and percentiles are asked. Not safe for several threads. */
public final class Samples {

    private double[] values = new double[1024];
    private int n;
    private boolean sorted = true;

    /** Takes a number. */
    public void add(double value) {
        if (n == values.length) {
            values = Arrays.copyOf(values, 2 * n);
        }
        values[n++] = value;
        sorted = false;
    }

    /**
     * Returns how many there are.
     *
     * @return 0 or more
     */
    public int count() {
        return n;
    }

    /**
     * Returns the mean.
     *
     * @return not a number where there are none
     */
    public double mean() {
        return Arrays.stream(values, 0, n).average().orElse(Double.NaN);
    }

    /**
     * Returns the largest.
     *
     * @return not a number where there are none
     */
    public double max() {
        return Arrays.stream(values, 0, n).max().orElse(Double.NaN);
    }

    /**
     * Returns the smallest.
     *
     * @return not a number where there are none
     */
    public double min() {
        return Arrays.stream(values, 0, n).min().orElse(Double.NaN);
    }

    /**
     * Returns a percentile by nearest rank.
     *
     * @param percent above 0, at most 100
     * @return not a number where there are none
     */
    public double percentile(double percent) {
        if (n == 0) {
            return Double.NaN;
        }
        if (!sorted) {
            Arrays.sort(values, 0, n);
            sorted = true;
        }
        int rank = (int) Math.ceil(percent / 100 * n);
        return values[Math.max(0, rank - 1)];
    }
}
