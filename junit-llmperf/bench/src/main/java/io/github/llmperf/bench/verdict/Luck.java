package io.github.llmperf.bench.verdict;

import java.util.SplittableRandom;

/**
 * What all requests of one run share, on the log scale: half of its variance slows everything, the other half either the
 * first token or the others.
 *
 * @param ttft of the time to first token
 * @param tpot of the time per output token
 */
record Luck(double ttft, double tpot) {

    /** What a bad trial is slower by. */
    static final double BAD = .30;

    private static final double SHARED = Math.sqrt(.5);

    static Luck draw(BenchCell cell, SplittableRandom random) {
        double shared = random.nextGaussian();
        double bad = random.nextDouble() < cell.badTrials() ? Math.log1p(BAD) : 0;
        return new Luck(
                bad + cell.trialSd() * SHARED * (shared + random.nextGaussian()),
                bad + cell.trialSd() * SHARED * (shared + random.nextGaussian()));
    }

    /** Returns what comes on top of this luck: one step of drift for each run before. */
    Luck drifted(BenchCell cell, int runsBefore) {
        double drift = runsBefore * Math.log1p(cell.drift());
        return new Luck(ttft + drift, tpot + drift);
    }
}
