package io.github.llmperf.verdict;

import io.github.llmperf.baseline.BaselineStore;
import org.apache.commons.statistics.distribution.TDistribution;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * The smallest worsening that the rule calls a regression with 80 % power, for any number of stored runs, trials and requests,
 * given the noise of an environment: max(t₁₋α · se, δ) + t.₈ · se with se = √(v/K + v/R), and with the degrees of freedom and
 * the moderated variance that the rule has at K stored runs. More requests shrink only the part of the variance that comes
 * from inside a run.
 *
 * @param between variance of the logarithm from run to run that no number of requests takes away
 * @param within variance of the logarithm that comes from inside a run of as many requests as calibrated
 * @param assumedNoise standard deviation that the rule assumes while few runs are stored
 * @param alpha chance of a false alarm that one measure has for itself
 * @param delta accepted worsening of the logarithm: what is smaller is no regression, however clear
 */
@API(status = Status.INTERNAL, since = "0.1")
public record DetectableEffect(double between, double within, double assumedNoise, double alpha, double delta) {

    private static final double POWER = .80;

    /** Splits the variance between runs into its parts; what is not known of the inside is taken to be between. */
    static DetectableEffect of(
            double variance, double withinVariance, double assumedNoise, double alpha, double delta) {
        double inside = Double.isNaN(withinVariance) ? 0 : Math.min(withinVariance, variance);
        return new DetectableEffect(variance - inside, inside, assumedNoise, alpha, delta);
    }

    /**
     * Returns what can be detected with another tolerance.
     *
     * @param tolerance accepted worsening, relative
     */
    DetectableEffect withTolerance(double tolerance) {
        return new DetectableEffect(between, within, assumedNoise, alpha, Math.log1p(tolerance));
    }

    /**
     * Returns the smallest detectable worsening.
     *
     * @param stored stored runs, 1 or more; of more than {@value BaselineStore#NEWEST} the gate uses the newest only
     * @param trials trials of the run that is judged, 1 or more
     * @param requests number of requests, as a multiple of those calibrated; above 0
     * @return relative, such as .12; always more than the tolerance
     */
    public double detectable(int stored, int trials, double requests) {
        Spread spread = spread(stored, trials, requests);
        return Math.expm1(Math.max(spread.significant(alpha), delta)
                + spread.t().inverseCumulativeProbability(POWER) * spread.error());
    }

    /** Returns the smallest measured worsening that is significant, for the same numbers; relative. */
    double significant(int stored, int trials, double requests) {
        return Math.expm1(spread(stored, trials, requests).significant(alpha));
    }

    private Spread spread(int stored, int trials, double requests) {
        int used = Math.min(stored, BaselineStore.NEWEST);
        double observed = between + within / requests;
        int weight = PriorNoise.weight(used);
        int df = weight + used - 1;
        double moderated = (weight * assumedNoise * assumedNoise + (used - 1) * observed) / df;
        double variance = Math.max(moderated, LogComparison.FLOOR_SD * LogComparison.FLOOR_SD);
        return new Spread(TDistribution.of(df), Math.sqrt(variance / used + variance / trials));
    }

    /** How far a difference may be due to chance. */
    private record Spread(TDistribution t, double error) {

        double significant(double alpha) {
            return t.inverseSurvivalProbability(alpha) * error;
        }
    }
}
