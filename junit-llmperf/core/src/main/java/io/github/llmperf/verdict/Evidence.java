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
 * @param runToRunSd standard deviation from run to run that the rule used, relative
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
        double runToRunSd,
        double detectable,
        int runsNeeded,
        ComparisonDetail standing) {

    static Evidence none(int trials, int runs, ComparisonDetail standing) {
        return new Evidence(Double.NaN, 0, trials, runs, Double.NaN, Double.NaN, -1, standing);
    }

    /** Returns this evidence with so many samples behind the value. */
    Evidence of(long samples) {
        return new Evidence(p, samples, trials, runs, runToRunSd, detectable, runsNeeded, standing);
    }
}
