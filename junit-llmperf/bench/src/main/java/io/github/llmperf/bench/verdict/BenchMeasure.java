package io.github.llmperf.bench.verdict;

import io.github.llmperf.metric.Measure;

/** The measures that are guarded unless a test says otherwise, with their tolerances. */
enum BenchMeasure {
    TTFT_P50(0, "ttft.p50", .10),
    TTFT_P90(1, "ttft.p90", .15),
    TPOT_P50(2, "tpot.p50", .10),
    OUTPUT_TOKEN_RATE(3, "outputTokenRate", .10);

    private final int index;
    private final String text;
    private final double tolerance;

    BenchMeasure(int index, String text, double tolerance) {
        this.index = index;
        this.text = text;
        this.tolerance = tolerance;
    }

    /** Returns its place in arrays of all measures. */
    int index() {
        return index;
    }

    /** Returns the accepted worsening on the log scale. */
    double delta() {
        return Math.log1p(tolerance);
    }

    Measure measure() {
        return Measure.parse(text);
    }

    @Override
    public String toString() {
        return text;
    }
}
