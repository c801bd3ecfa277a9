package io.github.llmperf.bench.verdict;

import java.util.Arrays;

/**
 * What every rule may look at of one run: its requests in order of time.
 *
 * @param ttft time to first token of each, in ms
 * @param tpot time per output token of each, in ms
 * @param rate output tokens per second of each, from sending to the last token
 */
@SuppressWarnings("ArrayRecordComponent") // values as statistics take them
record RunRecord(double[] ttft, double[] tpot, double[] rate) {

    /** Returns the values of the guarded measures, the larger the worse. */
    double[] values() {
        return new double[] {
            percentile(ttft, 50),
            percentile(ttft, 90),
            percentile(tpot, 50),
            // In a closed loop the users' rates add up to the run's, each over its own time: the harmonic mean.
            Arrays.stream(rate).map(value -> 1 / value).average().orElseThrow()
        };
    }

    /** Returns the samples that a guarded measure is taken from, the larger the worse. */
    double[] samples(BenchMeasure measure) {
        return switch (measure) {
            case TTFT_P50, TTFT_P90 -> ttft;
            case TPOT_P50 -> tpot;
            case OUTPUT_TOKEN_RATE ->
                Arrays.stream(rate).map(value -> 1 / value).toArray();
        };
    }

    /** The nearest rank, as the product takes it. */
    static double percentile(double[] samples, double percent) {
        double[] sorted = samples.clone();
        Arrays.sort(sorted);
        return sorted[Math.max(0, (int) Math.ceil(percent / 100 * sorted.length - 1e-9) - 1)];
    }
}
