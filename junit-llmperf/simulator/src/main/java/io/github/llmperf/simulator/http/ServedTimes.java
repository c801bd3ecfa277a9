package io.github.llmperf.simulator.http;

/**
 * How long an answer took inside the engine.
 *
 * @param queueNanos from its arrival until it was computed
 * @param inferenceNanos from then on, the last token included
 */
record ServedTimes(long queueNanos, long inferenceNanos) {

    long totalNanos() {
        return queueNanos + inferenceNanos;
    }
}
