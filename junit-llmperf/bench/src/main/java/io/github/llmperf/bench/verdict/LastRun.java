package io.github.llmperf.bench.verdict;

import java.util.List;

/** More than 10 % over the last run, as most scripts in continuous integration do it. */
final class LastRun implements Rival {

    @Override
    public String name() {
        return "10 % over the last run (most CI scripts)";
    }

    @Override
    public double score(Series series) {
        return series.candidate() / series.lastValue();
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
