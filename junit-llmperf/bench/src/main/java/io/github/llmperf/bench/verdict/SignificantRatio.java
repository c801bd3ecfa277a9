package io.github.llmperf.bench.verdict;

import java.util.List;

/** Mann and Whitney's test at .01, and a value that is 10 % worse, as Kayenta judges a canary. */
final class SignificantRatio implements Rival {

    private static final double SIGNIFICANT = 2;

    private final Rival test = new PooledMannWhitney();

    @Override
    public String name() {
        return "Mann-Whitney .01 and ratio > 1.1 (Kayenta)";
    }

    @Override
    public boolean looksAtRequests() {
        return true;
    }

    @Override
    public double score(Series series) {
        return test.score(series) > SIGNIFICANT ? series.candidate() / series.lastValue() : 0;
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
