package io.github.llmperf.load;

import java.util.Random;

/**
 * Absolute moments of an open loop's requests, fixed before the first is sent.
 *
 * <p>Functions are those of {@link StrictMath}: {@link Math} may differ in the last bit from one machine and Java version
 * to the next, and the same seed must give the same moments on all of them.
 */
final class Schedule {

    private Schedule() {}

    /**
     * Returns how long a schedule lasts.
     *
     * @param rate requests per second; infinity makes all due at 0
     * @return nanoseconds
     */
    static long length(int n, double rate) {
        return Math.round(n / rate * 1e9);
    }

    /**
     * Returns when each request is due. Request i is due at the end of its gap; gaps are gamma distributed and rescaled
     * so that the last of n requests is due at exactly n / rate.
     *
     * @param rate requests per second; infinity makes all due at 0
     * @param burstiness shape of the gaps: 1 is Poisson, infinity is even
     * @return nanoseconds from the schedule's begin, ascending
     */
    static long[] offsets(int n, double rate, double burstiness, Random random) {
        long[] due = new long[n];
        if (Double.isInfinite(rate)) {
            return due;
        }
        double[] ends = new double[n];
        double sum = 0;
        for (int i = 0; i < n; i++) {
            sum += Double.isInfinite(burstiness) ? 1 : gamma(burstiness, random);
            ends[i] = sum;
        }
        double nanosPerUnit = n / rate * 1e9 / sum;
        for (int i = 0; i < n; i++) {
            due[i] = Math.round(ends[i] * nanosPerUnit);
        }
        return due;
    }

    /**
     * Returns a gamma variate of scale 1, never 0 (Marsaglia and Tsang, "A simple method for generating gamma variables",
     * 2000; below shape 1 by their power of a uniform).
     */
    private static double gamma(double shape, Random random) {
        if (shape < 1) {
            double boost = StrictMath.pow(1 - random.nextDouble(), 1 / shape);
            return Math.max(Double.MIN_NORMAL, gamma(shape + 1, random) * boost);
        }
        double d = shape - 1.0 / 3;
        double c = 1 / Math.sqrt(9 * d);
        while (true) {
            double x = random.nextGaussian();
            double v = StrictMath.pow(1 + c * x, 3);
            if (v > 0 && StrictMath.log(1 - random.nextDouble()) < x * x / 2 + d - d * v + d * StrictMath.log(v)) {
                return d * v;
            }
        }
    }
}
