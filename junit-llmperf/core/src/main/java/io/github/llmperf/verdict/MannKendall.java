package io.github.llmperf.verdict;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Whether a series rises or falls throughout, whatever the shape of its values: H. B. Mann, "Nonparametric tests against
 * trend", Econometrica 13 (1945), 245–259, and M. G. Kendall, "Rank correlation methods" (1975). With n values,
 *
 * <pre>
 * S = Σ sign(later − earlier) over all n(n − 1)/2 pairs
 * Var S = (n(n − 1)(2n + 5) − Σ t(t − 1)(2t + 5)) / 18, over groups of t equal values
 * z = (S − sign S) / √Var S
 * </pre>
 *
 * z is taken for normal, which is near enough from ten values on. Values that depend on their neighbours make trends
 * appear that are none.
 *
 * @param s pairs that rise − pairs that fall
 * @param variance of s where nothing but chance orders the values
 */
record MannKendall(long s, double variance) {

    /**
     * Looks at a series.
     *
     * @param series finite values in the order of time
     * @return its trend; none for fewer than two values
     */
    static MannKendall of(double... series) {
        long s = 0;
        for (int later = 1; later < series.length; later++) {
            for (int earlier = 0; earlier < later; earlier++) {
                s += (long) Math.signum(series[later] - series[earlier]);
            }
        }
        return new MannKendall(s, (weight(series.length) - ties(series)) / 18);
    }

    private static double ties(double[] series) {
        double[] sorted = series.clone();
        Arrays.sort(sorted);
        double sum = 0;
        int start = 0;
        for (int i = 1; i <= sorted.length; i++) {
            // A plain comparison, for which 0 and −0 are equal as they are for S.
            if (i == sorted.length || sorted[i] > sorted[start]) {
                sum += weight(i - start);
                start = i;
            }
        }
        return sum;
    }

    private static double weight(int n) {
        return (double) n * (n - 1) * (2 * n + 5);
    }

    /**
     * Returns how far the series is from one without a trend.
     *
     * @return standard deviations, positive where it rises; 0 where all values are equal
     */
    double z() {
        return variance > 0 ? (s - Math.signum((double) s)) / Math.sqrt(variance) : 0;
    }

    /** Returns the chance of a trend at least this clear, up or down, in a series without one. */
    double p() {
        return 2 * NormalDistribution.of(0, 1).survivalProbability(Math.abs(z()));
    }
}
