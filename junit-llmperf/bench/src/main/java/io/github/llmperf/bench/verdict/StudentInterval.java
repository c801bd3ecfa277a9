package io.github.llmperf.bench.verdict;

import java.util.List;
import java.util.Locale;
import org.apache.commons.statistics.distribution.TDistribution;

/** Outside the one-sided interval of Student's t around the mean of the stored runs, as Bencher computes it. */
final class StudentInterval implements Rival {

    private final double confidence;

    StudentInterval(double confidence) {
        this.confidence = confidence;
    }

    @Override
    public String name() {
        return String.format(Locale.ROOT, "t interval of the stored runs, %.2f (Bencher)", confidence)
                .replace("0.", ".");
    }

    @Override
    public double score(Series series) {
        if (series.stored().length < 2) {
            return Double.NaN;
        }
        double t = Moments.standardised(series.stored(), series.candidate());
        return Rival.places(TDistribution.of(series.stored().length - 1.).survivalProbability(t));
    }

    @Override
    public double threshold() {
        return Rival.places(1 - confidence);
    }

    @Override
    public List<Double> sweep() {
        return PLACES;
    }
}
