package io.github.llmperf.bench.exact;

import java.util.Arrays;

/** Numbers that grow in count, of which mean and percentiles are asked. Not safe for several threads. */
final class Samples {

    private double[] values = new double[1024];
    private int n;
    private boolean sorted = true;

    void add(double value) {
        if (n == values.length) {
            values = Arrays.copyOf(values, 2 * n);
        }
        values[n++] = value;
        sorted = false;
    }

    int count() {
        return n;
    }

    double mean() {
        return Arrays.stream(values, 0, n).average().orElse(Double.NaN);
    }

    double max() {
        return Arrays.stream(values, 0, n).max().orElse(Double.NaN);
    }

    double min() {
        return Arrays.stream(values, 0, n).min().orElse(Double.NaN);
    }

    /** Nearest rank. */
    double percentile(double percent) {
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
