package io.github.llmperf.bench.verdict;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One measure of stored runs and a candidate; the larger the worse.
 *
 * @param stored values, the oldest first
 * @param last the newest stored run, null where only values were drawn
 * @param now the candidate, null where only values were drawn
 */
@SuppressWarnings("ArrayRecordComponent") // values as statistics take them
record Series(
        double[] stored, double candidate, BenchMeasure measure, @Nullable RunRecord last, @Nullable RunRecord now) {

    double lastValue() {
        return stored[stored.length - 1];
    }

    /** Returns the requests of the newest stored run. */
    double[] lastRequests() {
        return Objects.requireNonNull(last, "requests were not drawn").samples(measure);
    }

    /** Returns the requests of the candidate. */
    double[] requests() {
        return Objects.requireNonNull(now, "requests were not drawn").samples(measure);
    }
}
