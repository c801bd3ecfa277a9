package io.github.llmperf.verdict;

import org.apache.commons.statistics.distribution.TDistribution;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * The smallest worsening that the rule shows with 80 % power, for any number of stored runs, trials and requests, given the
 * noise of an environment: (t₁₋α + t.₈) · √(v/K + v/R) with the degrees of freedom and the moderated variance that the rule
 * has at K stored runs. More requests shrink only the part of the variance that comes from inside a run.
 *
 * @param between variance of the logarithm from run to run that no number of requests takes away
 * @param within variance of the logarithm that comes from inside a run of as many requests as calibrated
 * @param assumedNoise standard deviation that the rule assumes while few runs are stored
 * @param alpha chance of a false alarm that one measure has for itself
 */
@API(status = Status.INTERNAL, since = "0.1")
public record DetectableEffect(double between, double within, double assumedNoise, double alpha) {

    private static final double POWER = .80;

    /** Splits the variance between runs into its parts; what is not known of the inside is taken to be between. */
    static DetectableEffect of(double variance, double withinVariance, double assumedNoise, double alpha) {
        double inside = Double.isNaN(withinVariance) ? 0 : Math.min(withinVariance, variance);
        return new DetectableEffect(variance - inside, inside, assumedNoise, alpha);
    }

    /**
     * Returns the smallest detectable worsening.
     *
     * @param stored stored runs, 1 or more
     * @param trials trials of the run that is judged, 1 or more
     * @param requests number of requests, as a multiple of those calibrated; above 0
     * @return relative, such as .12; at least what the floor of the noise allows
     */
    public double detectable(int stored, int trials, double requests) {
        double observed = between + within / requests;
        int weight = PriorNoise.weight(stored);
        int df = weight + stored - 1;
        double moderated = (weight * assumedNoise * assumedNoise + (stored - 1) * observed) / df;
        double variance = Math.max(moderated, LogComparison.FLOOR_SD * LogComparison.FLOOR_SD);
        TDistribution t = TDistribution.of(df);
        double reach = t.inverseSurvivalProbability(alpha) + t.inverseCumulativeProbability(POWER);
        return Math.expm1(reach * Math.sqrt(variance / stored + variance / trials));
    }
}
