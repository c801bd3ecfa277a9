package io.github.llmperf.verdict;

import java.util.Arrays;

/**
 * How much a value resembles the one before it: r₁ = Σ (xᵢ − x̄)(xᵢ₊₁ − x̄) / Σ (xᵢ − x̄)², as in G. E. P. Box, G. M. Jenkins
 * and G. C. Reinsel, "Time Series Analysis", 4th edition (2008), section 2.1.5.
 */
final class Autocorrelation {

    private static final int LEAST = 3;

    private Autocorrelation() {}

    /** Returns the coefficient at lag 1, from −1 to 1; not a number for fewer than 3 values or where all are equal. */
    static double lagOne(double[] values) {
        double mean = Arrays.stream(values).average().orElse(Double.NaN);
        double squares = 0;
        double products = 0;
        for (int i = 0; i < values.length; i++) {
            squares += (values[i] - mean) * (values[i] - mean);
            if (i > 0) {
                products += (values[i - 1] - mean) * (values[i] - mean);
            }
        }
        return values.length < LEAST || squares == 0 ? Double.NaN : products / squares;
    }
}
