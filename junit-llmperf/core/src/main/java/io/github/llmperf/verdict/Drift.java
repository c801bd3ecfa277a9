package io.github.llmperf.verdict;

import io.github.llmperf.measure.Distribution;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.metric.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How a latency moved during the window: medians of {@value #BLOCKS} blocks of two time slices each. Blocks of that
 * length are much longer than the correlation between neighbouring requests, so that short swings do not look like
 * trends.
 *
 * @param trend whether the medians keep rising or falling
 * @param line from where to where, on the log scale
 */
record Drift(MannKendall trend, TheilSen line) {

    /** Blocks that the window is cut into. */
    static final int BLOCKS = Measurement.SLICES / 2;

    private static final int LEAST_SAMPLES = 8;

    /**
     * Looks at a metric.
     *
     * @return its drift; empty where a block has fewer than {@value #LEAST_SAMPLES} samples
     */
    static Optional<Drift> of(Measurement measurement, Metric metric) {
        List<Distribution> slices = measurement.slices().getOrDefault(metric, List.of());
        List<Distribution> blocks = new ArrayList<>();
        for (int i = 0; i + 1 < slices.size(); i += 2) {
            blocks.add(sum(slices.get(i), slices.get(i + 1)));
        }
        if (blocks.size() < BLOCKS || blocks.stream().anyMatch(block -> block.n() < LEAST_SAMPLES)) {
            return Optional.empty();
        }
        double[] medians = blocks.stream()
                .mapToDouble(block -> LogComparison.log(block.percentile(50)))
                .toArray();
        return Optional.of(new Drift(MannKendall.of(medians), TheilSen.of(medians)));
    }

    private static Distribution sum(Distribution one, Distribution next) {
        Distribution sum = new Distribution();
        sum.add(one);
        sum.add(next);
        return sum;
    }

    /**
     * Returns the value at the window's begin.
     *
     * @return in the metric's unit
     */
    double from() {
        return Math.exp(line.first());
    }

    /**
     * Returns the value at its end.
     *
     * @return in the metric's unit
     */
    double to() {
        return Math.exp(line.last());
    }
}
