package io.github.llmperf.verdict;

import io.github.llmperf.plan.Pairing;
import java.util.Arrays;
import org.apache.commons.statistics.distribution.TDistribution;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * How far two targets lie apart that were measured in turns, on a scale where equal steps weigh the same (logarithm,
 * arcsine) and positive means worse: Student's t of the differences within the pairs, with one degree of freedom less
 * than there are pairs. Whatever both loads of a pair share cancels out; no assumption is made about the remaining
 * noise.
 *
 * <p>Student, "The probable error of a mean", Biometrika 6 (1908), 1–25.
 *
 * @param shift mean of the differences
 * @param variance of the differences, at least the floor
 * @param pairs how many, 2 or more
 */
@API(status = Status.INTERNAL, since = "0.1")
public record PairedDifference(double shift, double variance, int pairs) implements Difference {

    /**
     * Standard deviation of the differences below which none is believed: half a percent. It keeps equal values, as
     * coarse clocks give them, from proving anything, and costs no power at 3 pairs and more.
     */
    public static final double FLOOR_SD = .005;

    private static final double POWER = .80;

    /**
     * Checks the number of pairs.
     *
     * @throws IllegalArgumentException if there are fewer than two
     */
    public PairedDifference {
        if (pairs < 2) {
            throw new IllegalArgumentException("pairs must be 2 or more, but are " + pairs);
        }
    }

    /**
     * Compares two targets.
     *
     * @param own values of the one that is judged, a load each, on the transformed scale
     * @param other values of the other one, in the same order
     * @throws IllegalArgumentException if there are fewer than two pairs, or not equally many values of both
     */
    public static PairedDifference of(double[] own, double[] other) {
        return of(own, other, FLOOR_SD * FLOOR_SD);
    }

    static PairedDifference of(double[] own, double[] other, double leastVariance) {
        if (own.length != other.length) {
            throw new IllegalArgumentException(
                    "values must be equally many, but are " + own.length + " and " + other.length);
        }
        double[] differences = new double[own.length];
        Arrays.setAll(differences, i -> own[i] - other[i]);
        return new PairedDifference(
                Arrays.stream(differences).average().orElse(0),
                Math.max(RunDifference.variance(differences), leastVariance),
                own.length);
    }

    /** Returns the standard error of the shift. */
    public double error() {
        return Math.sqrt(variance / pairs);
    }

    @Override
    public double pWorse() {
        return t().survivalProbability(shift / error());
    }

    @Override
    public double pBetter() {
        return t().survivalProbability(-shift / error());
    }

    @Override
    public double pBelow(double delta) {
        return t().survivalProbability((delta - shift) / error());
    }

    @Override
    public double reach(double confidence) {
        return t().inverseCumulativeProbability(confidence) * error();
    }

    @Override
    public double sd() {
        return Math.sqrt(variance);
    }

    @Override
    public int runs() {
        return pairs;
    }

    @Override
    public double detectable(double alpha, double delta) {
        return Math.max(t().inverseSurvivalProbability(alpha) * error(), delta) + reach(POWER);
    }

    @Override
    public int runsNeeded(double alpha, double delta) {
        for (int needed = 2; needed <= Pairing.MOST; needed++) {
            if (significant(alpha, needed) <= delta) {
                return needed;
            }
        }
        return -1;
    }

    private double significant(double alpha, int number) {
        TDistribution t = TDistribution.of(number - 1.);
        return (t.inverseSurvivalProbability(alpha) + t.inverseCumulativeProbability(POWER))
                * Math.sqrt(variance / number);
    }

    private TDistribution t() {
        return TDistribution.of(pairs - 1.);
    }
}
