package io.github.llmperf.verdict;

import java.util.Arrays;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * How trials rank among stored runs, as a check on the t rule that assumes nothing about how values spread: with nothing
 * changed, every order is equally likely, so that all R trials are worse than all K stored runs in 1 of C(K + R, R) cases.
 *
 * @param runs stored runs, K
 * @param trials trials, R
 * @param beaten stored runs that were better than every trial
 * @param beating stored runs that were worse than every trial
 */
@API(status = Status.INTERNAL, since = "0.1")
public record Rank(int runs, int trials, int beaten, int beating) {

    /** Ranks values on a scale where more is worse. */
    static Rank of(double[] stored, double[] trials) {
        double best = Arrays.stream(trials).min().orElseThrow();
        double worst = Arrays.stream(trials).max().orElseThrow();
        return new Rank(
                stored.length,
                trials.length,
                (int) Arrays.stream(stored).filter(value -> value < best).count(),
                (int) Arrays.stream(stored).filter(value -> value > worst).count());
    }

    /**
     * Returns whether all trials are worse than all stored runs.
     *
     * @return true if each is
     */
    public boolean isWorst() {
        return beaten == runs;
    }

    /**
     * Returns whether all trials are better than all stored runs.
     *
     * @return true if each is
     */
    public boolean isBest() {
        return beating == runs;
    }

    /**
     * Returns n where all trials end up on one side by chance in 1 of n cases.
     *
     * @return the binomial coefficient C(K + R, R)
     */
    public double oneIn() {
        double ways = 1;
        for (int i = 1; i <= trials; i++) {
            ways = ways * (runs + i) / i;
        }
        return ways;
    }
}
