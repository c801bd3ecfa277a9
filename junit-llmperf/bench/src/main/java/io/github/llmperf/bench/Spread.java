package io.github.llmperf.bench;

import java.util.Arrays;
import java.util.Locale;

/** Some times in ms, as a table tells them. */
final class Spread {

    private Spread() {}

    /** Cells with the number of times, the median, the smallest and the largest. */
    static String cells(double... millis) {
        double[] sorted = millis.clone();
        Arrays.sort(sorted);
        int n = sorted.length;
        double median = (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
        return String.format(Locale.ROOT, "%d | %.0f | %.0f | %.0f", n, median, sorted[0], sorted[n - 1]);
    }
}
