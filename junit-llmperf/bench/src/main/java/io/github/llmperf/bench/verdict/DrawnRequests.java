package io.github.llmperf.bench.verdict;

import java.util.SplittableRandom;

/**
 * Draws requests: {@code ttft = fixed · (1 + spread · exp(skew · z))} and {@code tpot = fixed · exp(sd · z)}, where each z is
 * an AR(1) series of normal scores, times the luck of the run.
 */
final class DrawnRequests extends RunSource {

    static final double TPOT_SD = .08;
    /** Part of a request's time that the first token takes, about. */
    static final double TTFT_PART = .25;

    private static final double TTFT_MS = 200;
    private static final int TOKENS = 32;
    private static final double TPOT_MS = TTFT_MS * (1 / TTFT_PART - 1) / (TOKENS - 1);

    DrawnRequests(BenchCell cell) {
        super(cell);
    }

    @Override
    BenchRun run(Luck luck, boolean slowed, SplittableRandom random) {
        RunRecord drawn = requests(luck, random);
        RunRecord record = slowed ? Slowdown.of(drawn, cell) : drawn;
        return BenchRun.of(record);
    }

    RunRecord requests(Luck luck, SplittableRandom random) {
        double[] first = scores(random);
        double[] others = scores(random);
        double[] ttft = new double[first.length];
        double[] tpot = new double[first.length];
        for (int i = 0; i < first.length; i++) {
            ttft[i] = TTFT_MS * Math.exp(luck.ttft()) * (1 + cell.spread() * Math.exp(cell.skew() * first[i]));
            tpot[i] = TPOT_MS * Math.exp(luck.tpot()) * Math.exp(TPOT_SD * others[i]);
        }
        return Slowdown.record(ttft, tpot, TOKENS);
    }

    /** Draws a stationary AR(1) series with mean 0 and variance 1. */
    private double[] scores(SplittableRandom random) {
        double[] z = new double[cell.requests()];
        double fresh = Math.sqrt(1 - cell.rho() * cell.rho());
        z[0] = random.nextGaussian();
        for (int i = 1; i < z.length; i++) {
            z[i] = cell.rho() * z[i - 1] + fresh * random.nextGaussian();
        }
        return z;
    }
}
