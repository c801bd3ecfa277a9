package io.github.llmperf.bench.verdict;

import java.util.List;
import org.apache.commons.statistics.inference.AlternativeHypothesis;
import org.apache.commons.statistics.inference.MannWhitneyUTest;
import org.apache.commons.statistics.inference.PValueMethod;

/** Mann and Whitney's test on the requests of the last run and this one, as Trawl does it. */
final class PooledMannWhitney implements Rival {

    @Override
    public String name() {
        return "Mann-Whitney on requests, p < .01 (Trawl)";
    }

    @Override
    public boolean looksAtRequests() {
        return true;
    }

    @Override
    public double score(Series series) {
        double p = MannWhitneyUTest.withDefaults()
                .with(AlternativeHypothesis.GREATER_THAN)
                .with(PValueMethod.ASYMPTOTIC)
                .test(series.requests(), series.lastRequests())
                .getPValue();
        return Rival.places(p);
    }

    @Override
    public double threshold() {
        return 2;
    }

    @Override
    public List<Double> sweep() {
        return PLACES;
    }
}
