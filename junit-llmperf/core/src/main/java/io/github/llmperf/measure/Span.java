package io.github.llmperf.measure;

import io.github.llmperf.client.Moments;

/**
 * A stretch of the run's clock. Its begin lies outside and its end inside, so that what ends in the instant in which a
 * window opens belongs to the time before.
 *
 * @param from begin in ns
 * @param to end in ns, not before the begin
 */
record Span(long from, long to) {

    boolean contains(long moment) {
        return moment != Moments.NEVER && moment > from && moment <= to;
    }

    double seconds() {
        return Math.max(0, to - from) / 1e9;
    }

    /** Returns which of n equal slices a moment lies in; what lies outside belongs to the first or the last. */
    int slice(long moment, int n) {
        if (to <= from) {
            return 0;
        }
        double part = (double) (moment - from) / (to - from);
        return (int) Math.max(0, Math.min(n - 1, Math.floor(part * n)));
    }
}
