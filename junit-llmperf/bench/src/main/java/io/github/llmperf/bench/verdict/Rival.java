package io.github.llmperf.bench.verdict;

import java.util.List;

/** Another way of judging one measure: a score, and the score from which on it is called a regression. */
interface Rival {

    /** Percentages over which a ratio is called worse, as factors. */
    List<Double> RATIOS = List.of(1.01, 1.02, 1.05, 1.1, 1.15, 1.2, 1.25, 1.3, 1.4, 1.5);

    /** Decimal places of p values below which a change is called significant. */
    List<Double> PLACES = List.of(.3, .7, 1., 1.3, 2., 3., 4., 6., 9., 12.);

    /** Returns what it is, and who does it. */
    String name();

    /** Returns whether it looks at requests, not only at the values of runs. */
    default boolean looksAtRequests() {
        return false;
    }

    /** Returns how bad the candidate looks; not a number where it cannot say. */
    double score(Series series);

    /** Returns above which score it cries, as it is used. */
    double threshold();

    /** Returns thresholds to draw a curve by, ascending. */
    List<Double> sweep();

    /** Returns a p value as a score that grows with significance. */
    static double places(double p) {
        return -Math.log10(Math.max(p, 1e-300));
    }
}
