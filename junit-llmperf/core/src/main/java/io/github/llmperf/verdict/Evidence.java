package io.github.llmperf.verdict;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * What the verdict of a comparison rests on.
 *
 * @param p chance of a difference this bad without a change, before Holm's correction
 * @param n samples of this run behind the value
 * @param trials trials of this run
 * @param runs runs it was compared with, or pairs
 * @param spread how much runs differ by themselves, as the rule used it
 * @param detectable smallest relative worsening found with 80 % power
 * @param runsNeeded stored runs needed until a worsening of the tolerance is significant with 80 % power; −1 when more than
 *     are used
 * @param standing how both sides stand to each other, beside their means
 */
@API(status = Status.INTERNAL, since = "0.1")
public record Evidence(
        double p,
        long n,
        int trials,
        int runs,
        Spread spread,
        double detectable,
        int runsNeeded,
        ComparisonDetail standing) {

    /**
     * How much runs, or pairs, differ by themselves.
     *
     * @param sd standard deviation from one to the next, relative
     * @param assumedSd the one that stands in for runs that are missing; not a number where none does
     * @param assumedPart how much of the variance that makes, from 0 (measured) to 1 (assumed)
     */
    public record Spread(double sd, double assumedSd, double assumedPart) {

        static Spread measured(double sd) {
            return new Spread(sd, Double.NaN, 0);
        }

        /** Returns what so many runs tell, of which the first alone tells nothing. */
        static Spread of(double sd, int runs, double assumedSd) {
            int weight = PriorNoise.weight(runs);
            return weight == 0 ? measured(sd) : new Spread(sd, assumedSd, (double) weight / (weight + runs - 1));
        }

        /** Returns whether runs are missing to know it. */
        public boolean isAssumed() {
            return assumedPart > 0;
        }
    }

    static Evidence none(int trials, int runs, ComparisonDetail standing) {
        return new Evidence(Double.NaN, 0, trials, runs, Spread.measured(Double.NaN), Double.NaN, -1, standing);
    }

    /** Returns this evidence with so many samples behind the value. */
    Evidence of(long samples) {
        return new Evidence(p, samples, trials, runs, spread, detectable, runsNeeded, standing);
    }
}
