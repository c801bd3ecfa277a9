package io.github.llmperf.bench.verdict;

/** A way of judging all measures of a build at once. */
interface BuildRule {

    /** Returns what it is, and who does it. */
    String name();

    /** Judges as it is used. */
    Decision decide(Experiment experiment);

    /** Returns thresholds to draw a curve by. */
    double[] thresholds();

    /** Tells for each threshold whether it would fail the build there. */
    boolean[] alarms(Experiment experiment);
}
