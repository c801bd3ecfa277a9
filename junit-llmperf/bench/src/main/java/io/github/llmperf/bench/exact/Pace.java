package io.github.llmperf.bench.exact;

/**
 * When the tokens of an answer are due, counted from the moment at which its request had been received.
 *
 * @param firstNanos when the first is due
 * @param gapNanos from one to the next
 */
record Pace(long firstNanos, long gapNanos, int tokens) {

    /** Carries the pace of its answer in a request. */
    static final String HEADER = "x-pace";

    static Pace ofMillis(double first, double gap, int tokens) {
        return new Pace(Math.round(first * 1e6), Math.round(gap * 1e6), tokens);
    }

    /** Reads what {@link #toString} wrote. */
    static Pace parse(String text) {
        String[] parts = text.trim().split(" ", -1);
        return new Pace(Long.parseLong(parts[0]), Long.parseLong(parts[1]), Integer.parseInt(parts[2]));
    }

    /** Returns how long an answer takes. */
    double seconds() {
        return (firstNanos + (tokens - 1) * gapNanos) / 1e9;
    }

    /** Returns the events of one stream per second, while it runs. */
    double eventsPerSecond() {
        return tokens / seconds();
    }

    @Override
    public String toString() {
        return firstNanos + " " + gapNanos + " " + tokens;
    }
}
