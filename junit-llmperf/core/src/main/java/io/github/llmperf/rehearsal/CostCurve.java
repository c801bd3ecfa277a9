package io.github.llmperf.rehearsal;

/** What an event costs, round after round, and whether that has stopped falling. */
final class CostCurve {

    /** A process's processor time is told in steps of 10 ms, which is that much of a round. */
    private static final double FALLS_BY = .10;

    /** One round that is no cheaper may have met the compiler at work. */
    private static final int ROUNDS_WITHOUT_GAIN = 2;

    private double lowest = Double.POSITIVE_INFINITY;
    private int withoutGain;

    /**
     * Adds a round.
     *
     * @param cost of one event, in any unit; NaN where it is not known
     */
    void add(double cost) {
        if (cost < (1 - FALLS_BY) * lowest) {
            withoutGain = 0;
        } else {
            withoutGain++;
        }
        lowest = Double.isNaN(cost) ? lowest : Math.min(lowest, cost);
    }

    /**
     * Returns whether the last rounds were hardly cheaper than the cheapest before them; not where no cost is known.
     */
    boolean isFlat() {
        return withoutGain >= ROUNDS_WITHOUT_GAIN && Double.isFinite(lowest);
    }
}
