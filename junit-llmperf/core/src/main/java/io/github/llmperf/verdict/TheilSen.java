package io.github.llmperf.verdict;

import java.util.Arrays;

/**
 * A straight line through a series that a few odd values do not bend: its slope is the median of the slopes between all
 * pairs, P. K. Sen, "Estimates of the regression coefficient based on Kendall's tau", Journal of the American Statistical
 * Association 63 (1968), 1379–1389; its level the median of what the slope leaves, W. J. Conover, "Practical
 * nonparametric statistics" (1980).
 *
 * @param first value of the line at the first value of the series
 * @param last value of the line at the last
 */
record TheilSen(double first, double last) {

    /**
     * Fits the line.
     *
     * @param series values at equal distances, two or more
     * @throws IllegalArgumentException if there are fewer than two values
     */
    static TheilSen of(double... series) {
        int n = series.length;
        if (n < 2) {
            throw new IllegalArgumentException("series must have two values or more, but has " + n);
        }
        double[] slopes = new double[n * (n - 1) / 2];
        int next = 0;
        for (int later = 1; later < n; later++) {
            for (int earlier = 0; earlier < later; earlier++) {
                slopes[next++] = (series[later] - series[earlier]) / (later - earlier);
            }
        }
        double slope = median(slopes);
        double[] levels = new double[n];
        for (int i = 0; i < n; i++) {
            levels[i] = series[i] - slope * i;
        }
        double first = median(levels);
        return new TheilSen(first, first + slope * (n - 1));
    }

    /**
     * Returns how far the line goes.
     *
     * @return last − first
     */
    double drift() {
        return last - first;
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
