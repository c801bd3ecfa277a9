package io.github.llmperf.bench.verdict;

import io.github.llmperf.metric.Measure;

/** The measures that are guarded unless a test says otherwise, with their tolerances. */
enum BenchMeasure {
    TTFT_P50("ttft.p50", .10),
    TTFT_P90("ttft.p90", .15),
    TPOT_P50("tpot.p50", .10),
    OUTPUT_TOKEN_RATE("outputTokenRate", .10);

    private final String text;
    private final double tolerance;

    BenchMeasure(String text, double tolerance) {
        this.text = text;
        this.tolerance = tolerance;
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
