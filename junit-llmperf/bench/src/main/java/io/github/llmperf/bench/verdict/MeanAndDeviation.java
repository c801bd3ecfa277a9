package io.github.llmperf.bench.verdict;

import java.util.List;

/** More than one standard deviation over the mean of the stored runs, as jPut warns. */
final class MeanAndDeviation implements Rival {

    @Override
    public String name() {
        return "mean + 1 sd of the stored runs (jPut)";
    }

    @Override
    public double score(Series series) {
        return Moments.standardised(series.stored(), series.candidate());
    }

    @Override
    public double threshold() {
        return 1;
    }

    @Override
    public List<Double> sweep() {
        return List.of(.25, .5, 1., 1.5, 2., 2.5, 3., 4., 6.);
    }
}
