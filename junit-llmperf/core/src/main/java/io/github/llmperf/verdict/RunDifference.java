package io.github.llmperf.verdict;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.TDistribution;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * How far one run lies from stored runs of the same measure, on a scale where equal steps weigh the same (logarithm,
 * arcsine) and positive means worse. The unit of replication is the run, never the request. Variance from run to run is
 * moderated: the assumed one counts as {@code ν₀} runs, which fade as real ones come in.
 *
 * @param shift this run − mean of the stored runs
 * @param error standard error of the shift
 * @param degreesOfFreedom of the standard error
 * @param runs stored runs
 * @param noise what the run-to-run noise was estimated from
 */
@API(status = Status.INTERNAL, since = "0.1")
public record RunDifference(double shift, double error, double degreesOfFreedom, int runs, Noise noise)
        implements Difference {

    private static final double POWER = .80;
    private static final int MOST_RUNS = 200;

    /**
     * Variances of one measure on the transformed scale.
     *
     * @param observed between the stored runs; 0 for a single one
     * @param assumed while few runs are stored
     * @param floor below which no variance is believed
     * @param within part of a stored run's variance that comes from its own requests, averaged; 0 when not known
     * @param withinCandidate the same of the run that is judged
     */
    public record Noise(double observed, double assumed, double floor, double within, double withinCandidate) {

        /** Returns the moderated variance s² for a number of stored runs. */
        double moderated(int runs) {
            int weight = PriorNoise.weight(runs);
            return (weight * assumed + (runs - 1) * observed) / (weight + runs - 1);
        }

        double error(int runs) {
            double between = moderated(runs);
            double stored = Math.max(between, floor);
            double candidate = Math.max(stored, Math.max(between - within, 0) + withinCandidate);
            return Math.sqrt(stored / runs + candidate);
        }
    }

    /**
     * Compares a run with stored ones, knowing nothing of the noise inside a run.
     *
     * @param stored values of the stored runs on the transformed scale, at least one
     * @param candidate value of this run
     * @param assumedSd run-to-run standard deviation assumed while few runs are stored, such as .10
     * @param floorSd standard deviation below which none is believed, such as .02
     * @return the difference
     */
    public static RunDifference of(double[] stored, double candidate, double assumedSd, double floorSd) {
        return of(stored, candidate, new Noise(variance(stored), assumedSd * assumedSd, floorSd * floorSd, 0, 0));
    }

    static RunDifference of(double[] stored, double candidate, Noise noise) {
        int runs = stored.length;
        double shift = candidate - Arrays.stream(stored).average().orElseThrow();
        return new RunDifference(shift, noise.error(runs), freedom(runs), runs, noise);
    }

    private static int freedom(int runs) {
        return PriorNoise.weight(runs) + runs - 1;
    }

    /** Returns the variance with divisor n − 1; 0 for a single value. */
    static double variance(double[] values) {
        if (values.length < 2) {
            return 0;
        }
        double mean = Arrays.stream(values).average().orElseThrow();
        return Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum() / (values.length - 1);
    }

    /**
     * Returns the chance of a run this much worse or more when nothing has changed.
     *
     * @return one-sided p
     */
    @Override
    public double pWorse() {
        return t(degreesOfFreedom).survivalProbability(shift / error);
    }

    /**
     * Returns the chance of a run this much better or more when nothing has changed.
     *
     * @return one-sided p
     */
    @Override
    public double pBetter() {
        return t(degreesOfFreedom).survivalProbability(-shift / error);
    }

    /**
     * Returns the chance of a run this good or better when the true worsening is delta.
     *
     * @param delta a worsening on the same scale
     * @return one-sided p
     */
    @Override
    public double pBelow(double delta) {
        return t(degreesOfFreedom).survivalProbability((delta - shift) / error);
    }

    /**
     * Returns how far the shift's interval reaches to either side.
     *
     * @param confidence one-sided, such as .95 for a two-sided interval of 90 %
     * @return t quantile × standard error
     */
    double reach(double confidence) {
        return t(degreesOfFreedom).inverseCumulativeProbability(confidence) * error;
    }

    /** Returns the standard deviation from run to run that the rule used. */
    double runToRunSd() {
        return Math.sqrt(Math.max(noise.moderated(runs), noise.floor()));
    }

    /** Returns the smallest shift that is significant at alpha with 80 % power, at least delta. */
    double detectable(double alpha, double delta) {
        return Math.max(detectable(alpha, runs, noise), delta);
    }

    /** Returns how many stored runs make delta detectable if the noise stays as observed; −1 when no number does. */
    int runsNeeded(double alpha, double delta) {
        Noise lasting = runs > 1
                ? noise
                : new Noise(noise.assumed(), noise.assumed(), noise.floor(), noise.within(), noise.withinCandidate());
        if (detectable(alpha, MOST_RUNS, lasting) > delta) {
            return -1;
        }
        int needed = 1;
        while (detectable(alpha, needed, lasting) > delta) {
            needed++;
        }
        return needed;
    }

    private static double detectable(double alpha, int runs, Noise noise) {
        TDistribution t = t(freedom(runs));
        return (t.inverseSurvivalProbability(alpha) + t.inverseCumulativeProbability(POWER)) * noise.error(runs);
    }

    private static TDistribution t(double degreesOfFreedom) {
        return TDistribution.of(degreesOfFreedom);
    }
}
