package io.github.llmperf.verdict;

import io.github.llmperf.measure.Distribution;
import io.github.llmperf.metric.Statistic;
import java.util.OptionalDouble;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/** The least that a percentile of few samples can be, whatever their distribution: one of the samples below it. */
final class LeastPercentile {

    private LeastPercentile() {}

    /**
     * Returns the largest sample that exceeds the true percentile with a chance of at most alpha: the number of samples
     * below the true percentile is binomial.
     *
     * @return empty where even the smallest sample may exceed it
     */
    static OptionalDouble of(Distribution samples, Statistic percentile, double alpha) {
        int n = Math.toIntExact(samples.n());
        int rank = BinomialDistribution.of(n, percentile.percentile() / 100).inverseCumulativeProbability(alpha);
        return rank == 0 ? OptionalDouble.empty() : OptionalDouble.of(samples.percentile(100. * rank / n));
    }
}
