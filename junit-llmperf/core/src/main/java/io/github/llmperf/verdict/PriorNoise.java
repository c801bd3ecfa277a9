package io.github.llmperf.verdict;

/** How many runs' worth of certainty the assumed run-to-run noise has, while few runs are stored. */
final class PriorNoise {

    private PriorNoise() {}

    /**
     * Returns the weight ν₀ of the assumed variance: 10, 7, 5, 4, 3, 2, 1 for one to seven stored runs, then 0. It stands
     * in for the runs that are missing to eight, and for a few more at first, so that a doubled latency shows from the
     * first stored run on, behind Holm's correction for four measures. Degrees of freedom never fall below 7 and a
     * threshold never rises with another run, so more runs never make the gate weaker. The course was set by
     * {@code VerdictBenchmark} in the module {@code bench}.
     *
     * @param runs stored runs, 1 or more
     */
    static int weight(int runs) {
        int missing = Math.max(0, 8 - runs);
        return switch (runs) {
            case 1 -> missing + 3;
            case 2 -> missing + 1;
            default -> missing;
        };
    }
}
