package io.github.llmperf.bench.verdict;

import java.util.Arrays;
import java.util.List;

/** More than 10 % over the mean of the stored runs. */
final class MeanOfRuns implements Rival {

    @Override
    public String name() {
        return "10 % over the mean of the stored runs";
    }

    @Override
    public double score(Series series) {
        return series.candidate() / Arrays.stream(series.stored()).average().orElseThrow();
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
