package io.github.llmperf.bench.verdict;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One run as rules see it. */
final class BenchRun {

    private final double[] values;
    private final @Nullable RunRecord requests;
    private double @Nullable [] within;

    private BenchRun(double[] values, double @Nullable [] within, @Nullable RunRecord requests) {
        this.values = values;
        this.within = within;
        this.requests = requests;
    }

    /** Returns a run of which only values were drawn. */
    static BenchRun of(double[] values, double[] within) {
        return new BenchRun(values, within, null);
    }

    static BenchRun of(RunRecord requests) {
        return new BenchRun(requests.values(), null, requests);
    }

    /** Returns a guarded measure, the larger the worse. */
    double value(BenchMeasure measure) {
        return values[measure.index()];
    }

    /**
     * Returns the standard deviation of the logarithm of a measure that comes from the requests inside the run, estimated;
     * not a number where it is not known.
     */
    double within(BenchMeasure measure) {
        double[] known = within;
        if (known == null) {
            // It takes longer than all else, and most runs are never asked.
            known = WithinRun.of(Objects.requireNonNull(requests));
            within = known;
        }
        return known[measure.index()];
    }

    /** Returns the requests; null where only values were drawn. */
    @Nullable
    RunRecord requests() {
        return requests;
    }
}
