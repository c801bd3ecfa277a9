package io.github.llmperf.bench.verdict;

/** A way of judging all measures of a build at once. */
interface BuildRule {

    /** Returns what it is, and who does it. */
    String name();

    /** Returns how many thresholds a curve is drawn by. */
    int thresholds();

    /**
     * Judges as it is used.
     *
     * @param curve whether to say also what it would do at each threshold
     */
    Decision decide(Experiment experiment, boolean curve);
}
