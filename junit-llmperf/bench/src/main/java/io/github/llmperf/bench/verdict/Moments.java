package io.github.llmperf.bench.verdict;

import java.util.Arrays;

/** Mean and spread of a few values. */
final class Moments {

    private Moments() {}

    static double mean(double[] values) {
        return Arrays.stream(values).average().orElseThrow();
    }

    /** Returns the standard deviation with divisor n − 1; not a number for a single value. */
    static double sd(double[] values) {
        double mean = mean(values);
        return Math.sqrt(Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum() / (values.length - 1));
    }

    /** Returns how many standard deviations a value lies above the mean; not a number for a single value. */
    static double standardised(double[] values, double value) {
        return (value - mean(values)) / sd(values);
    }
}
