package io.github.llmperf.measure;

import java.util.Arrays;

/**
 * Tells a series that rises steadily from noise, swings and hiccups, also where neighbouring values depend on each other:
 * the series is cut into {@value #BLOCKS} blocks, and their means must rise
 *
 * <ul>
 *   <li>one after the other: of the 66 pairs of blocks all but 6 ascend (Mann and Kendall's S ≥ {@value #LEAST_S});
 *   <li>by steps too even for chance: their mean lies {@value #STANDARD_ERRORS} standard errors above zero. A queue just at
 *       capacity wanders like a random walk, whose steps have no mean;
 *   <li>far: the last third is at least {@value #TIMES} times the first;
 *   <li>still: the last third rose by at least {@value #STILL} of what the middle one had risen by, so that what settles
 *       on a plateau does not count.
 * </ul>
 */
final class Trend {

    static final int BLOCKS = 12;
    private static final int LEAST_S = 54;
    private static final double STANDARD_ERRORS = 3.5;
    private static final double TIMES = 2;
    private static final double STILL = .5;

    private final double[] means = new double[BLOCKS];

    /**
     * Looks at a series.
     *
     * @param series values at equal distances; not a number where there is none
     * @param n how many of them count, {@value #BLOCKS} at least
     */
    Trend(double[] series, int n) {
        for (int block = 0; block < BLOCKS; block++) {
            means[block] = Arrays.stream(series, (int) ((long) block * n / BLOCKS), (int) ((block + 1L) * n / BLOCKS))
                    .filter(value -> !Double.isNaN(value))
                    .average()
                    .orElse(Double.NaN);
        }
    }

    double firstThird() {
        return third(0);
    }

    double lastThird() {
        return third(2);
    }

    private double third(int number) {
        int size = BLOCKS / 3;
        return Arrays.stream(means, number * size, (number + 1) * size)
                .average()
                .orElse(Double.NaN);
    }

    /** A block without a value makes every comparison false. */
    boolean rises() {
        return ascents() >= LEAST_S
                && stepsInStandardErrors() >= STANDARD_ERRORS
                && lastThird() >= TIMES * firstThird()
                && lastThird() - third(1) >= STILL * (third(1) - firstThird());
    }

    private int ascents() {
        int s = 0;
        for (int later = 1; later < BLOCKS; later++) {
            for (int earlier = 0; earlier < later; earlier++) {
                double step = means[later] - means[earlier];
                s += step > 0 ? 1 : step < 0 ? -1 : 0;
            }
        }
        return s;
    }

    private double stepsInStandardErrors() {
        int steps = BLOCKS - 1;
        double mean = (means[BLOCKS - 1] - means[0]) / steps;
        double squares = 0;
        for (int i = 0; i < steps; i++) {
            squares += Math.pow(means[i + 1] - means[i] - mean, 2);
        }
        return mean / Math.sqrt(squares / (steps - 1) / steps);
    }
}
