package io.github.llmperf.bench.verdict;

import java.util.Locale;
import org.apache.commons.statistics.distribution.BetaDistribution;

/**
 * How often something happened, with the interval of 95 % that C. J. Clopper and E. S. Pearson gave in "The use of
 * confidence or fiducial limits illustrated in the case of the binomial", Biometrika 26 (1934), 404–413.
 *
 * @param hits 0 to of
 * @param of 1 or more
 */
public record Interval(int hits, int of) {

    /**
     * Returns hits over all.
     *
     * @return 0 to 1
     */
    public double share() {
        return (double) hits / of;
    }

    /**
     * Returns the lower end.
     *
     * @return 0 to 1
     */
    public double low() {
        return hits == 0 ? 0 : BetaDistribution.of(hits, of - hits + 1.).inverseCumulativeProbability(.025);
    }

    /**
     * Returns the upper end.
     *
     * @return 0 to 1
     */
    public double high() {
        return hits == of ? 1 : BetaDistribution.of(hits + 1., of - hits).inverseCumulativeProbability(.975);
    }

    /** Percentages such as {@code 1.24 (1.03–1.48)}. */
    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%s (%s–%s)", percent(share()), percent(low()), percent(high()));
    }

    /** Returns a share in percent, finer near nothing and everything. */
    static String percent(double share) {
        double percent = 100 * share;
        boolean fine = percent < 10 || percent > 99;
        return String.format(Locale.ROOT, fine ? "%.2f" : "%.1f", percent);
    }
}
