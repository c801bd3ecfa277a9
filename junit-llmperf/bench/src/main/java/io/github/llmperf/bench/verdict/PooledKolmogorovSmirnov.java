package io.github.llmperf.bench.verdict;

import java.util.List;
import org.apache.commons.statistics.inference.AlternativeHypothesis;
import org.apache.commons.statistics.inference.KolmogorovSmirnovTest;
import org.apache.commons.statistics.inference.PValueMethod;

/** Kolmogorov and Smirnov's test on the requests of the last run and this one, slower than expected. */
final class PooledKolmogorovSmirnov implements Rival {

    @Override
    public String name() {
        return "Kolmogorov-Smirnov on requests, p < .01";
    }

    @Override
    public boolean looksAtRequests() {
        return true;
    }

    @Override
    public double score(Series series) {
        // Greater than: the distribution function of the last run lies above, so this one's requests are the larger.
        double p = KolmogorovSmirnovTest.withDefaults()
                .with(AlternativeHypothesis.GREATER_THAN)
                .with(PValueMethod.ASYMPTOTIC)
                .test(series.lastRequests(), series.requests())
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
