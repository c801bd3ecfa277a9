package io.github.llmperf.verdict;

/** The weight of the assumed run-to-run noise, in runs, while few runs are stored. */
final class PriorNoise {

    /** From this many stored runs on, the noise is estimated from them alone. */
    static final int ENOUGH = 8;

    private PriorNoise() {}

    /**
     * Returns the weight ν₀ of the assumed variance: 7 for one stored run, one less for each more, 0 from the eighth on. It
     * stands in for the runs that are missing to eight, so that the degrees of freedom are 7 at first and grow then: more
     * runs never make the gate weaker. With fewer, a single stored run would not show a doubled latency; with more, unchanged
     * builds would fail where runs differ by 15 %, as {@code VerdictBenchmark} in the module {@code bench} found.
     *
     * @param runs stored runs, 1 or more
     */
    static int weight(int runs) {
        return Math.max(0, ENOUGH - runs);
    }
}
