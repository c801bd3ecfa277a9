package io.github.llmperf.bench.verdict;

import java.util.List;

/** All other ways of judging, as they are used. */
final class Rivals {

    static final List<Rival> ALL = List.of(
            new LastRun(),
            new MeanOfRuns(),
            new BestOfHistory(),
            new PooledMannWhitney(),
            new PooledKolmogorovSmirnov(),
            new BootstrapOfRatio(),
            new SignificantRatio(),
            new MeanAndDeviation(),
            new StudentInterval(.95),
            new StudentInterval(.99),
            new InterquartileRange(),
            new Rank());

    private Rivals() {}
}
