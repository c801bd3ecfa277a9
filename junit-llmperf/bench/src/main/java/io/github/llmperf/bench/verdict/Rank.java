package io.github.llmperf.bench.verdict;

import java.util.Arrays;
import java.util.List;

/** Worse than every stored run: by chance once in K + 1 times. */
final class Rank implements Rival {

    @Override
    public String name() {
        return "worse than every stored run (rank)";
    }

    @Override
    public double score(Series series) {
        double worse = Arrays.stream(series.stored())
                .filter(value -> value < series.candidate())
                .count();
        return worse / series.stored().length;
    }

    @Override
    public double threshold() {
        return .999;
    }

    @Override
    public List<Double> sweep() {
        return List.of(.49, .59, .69, .79, .89, .999);
    }
}
