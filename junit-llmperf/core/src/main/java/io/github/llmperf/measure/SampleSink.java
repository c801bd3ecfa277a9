package io.github.llmperf.measure;

import io.github.llmperf.metric.Metric;

/** Takes what requests contribute to distributions. */
@FunctionalInterface
interface SampleSink {

    /**
     * Adds a sample.
     *
     * @param value in the metric's unit
     * @param moment which slice it belongs to: start of the request, or end of a gap
     */
    void add(Metric metric, double value, long moment);

    /**
     * Adds the gaps between token events, each at its end.
     *
     * @param tokenEvents moments, ascending
     */
    default void addGaps(long[] tokenEvents) {
        for (int i = 1; i < tokenEvents.length; i++) {
            add(Metric.ITL, RequestLatencies.millis(tokenEvents[i] - tokenEvents[i - 1]), tokenEvents[i]);
        }
    }
}
