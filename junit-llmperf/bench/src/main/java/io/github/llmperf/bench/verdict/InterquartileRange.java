package io.github.llmperf.bench.verdict;

import java.util.List;

/** More than three interquartile ranges over the upper quartile of the stored runs. */
final class InterquartileRange implements Rival {

    @Override
    public String name() {
        return "3 × interquartile range over the upper quartile";
    }

    @Override
    public double score(Series series) {
        double upper = RunRecord.percentile(series.stored(), 75);
        double range = upper - RunRecord.percentile(series.stored(), 25);
        return range > 0 ? (series.candidate() - upper) / range : Double.NaN;
    }

    @Override
    public double threshold() {
        return 3;
    }

    @Override
    public List<Double> sweep() {
        return List.of(0., .25, .5, 1., 1.5, 2., 3., 4., 6.);
    }
}
