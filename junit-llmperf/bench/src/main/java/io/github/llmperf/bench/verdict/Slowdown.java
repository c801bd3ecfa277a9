package io.github.llmperf.bench.verdict;

import java.util.Arrays;

/** Makes the requests of a run slower, as a cell's candidate is. */
final class Slowdown {

    private Slowdown() {}

    static RunRecord of(RunRecord run, BenchCell cell) {
        double factor = 1 + cell.effect();
        return switch (cell.on()) {
            case ALL -> scaled(run, factor, factor);
            case TTFT -> scaled(run, factor, 1);
            case TAIL -> {
                double limit = RunRecord.percentile(run.ttft(), 90);
                boolean[] slow = new boolean[run.ttft().length];
                for (int i = 0; i < slow.length; i++) {
                    slow[i] = run.ttft()[i] >= limit;
                }
                yield scaled(run, factor, factor, slow);
            }
        };
    }

    /** Returns the run with all requests slower by factors. */
    static RunRecord scaled(RunRecord run, double ttft, double tpot) {
        boolean[] all = new boolean[run.ttft().length];
        Arrays.fill(all, true);
        return scaled(run, ttft, tpot, all);
    }

    private static RunRecord scaled(RunRecord run, double ttftFactor, double tpotFactor, boolean[] slow) {
        double[] ttft = run.ttft().clone();
        double[] tpot = run.tpot().clone();
        double[] rate = run.rate().clone();
        for (int i = 0; i < slow.length; i++) {
            if (slow[i]) {
                double tokens = tokens(ttft[i], tpot[i], rate[i]);
                ttft[i] *= ttftFactor;
                tpot[i] *= tpotFactor;
                rate[i] = rate(ttft[i], tpot[i], tokens);
            }
        }
        return new RunRecord(ttft, tpot, rate);
    }

    static RunRecord record(double[] ttft, double[] tpot, double tokens) {
        double[] rate = new double[ttft.length];
        for (int i = 0; i < rate.length; i++) {
            rate[i] = rate(ttft[i], tpot[i], tokens);
        }
        return new RunRecord(ttft, tpot, rate);
    }

    private static double rate(double ttft, double tpot, double tokens) {
        return 1000 * tokens / (ttft + (tokens - 1) * tpot);
    }

    /** Solves {@link #rate} for the number of tokens. */
    private static double tokens(double ttft, double tpot, double rate) {
        return rate * (ttft - tpot) / (1000 - rate * tpot);
    }
}
