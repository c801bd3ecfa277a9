package io.github.llmperf.bench.verdict;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** More than 10 % over the best of a rolling history, as TensorRT-LLM guards its own performance: neighbouring runs are
 * averaged by threes, so that no single lucky run counts. */
final class BestOfHistory implements Rival {

    @Override
    public String name() {
        return "10 % over the best-ish of the history (TensorRT-LLM)";
    }

    @Override
    public double score(Series series) {
        double[] stored = series.stored();
        int width = Math.min(3, stored.length);
        double best = IntStream.rangeClosed(0, stored.length - width)
                .mapToDouble(from ->
                        Arrays.stream(stored, from, from + width).average().orElseThrow())
                .min()
                .orElseThrow();
        return series.candidate() / best;
    }

    @Override
    public double threshold() {
        return 1.1;
    }

    @Override
    public List<Double> sweep() {
        return RATIOS;
    }
}
