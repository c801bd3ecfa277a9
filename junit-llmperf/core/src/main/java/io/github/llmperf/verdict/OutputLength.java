package io.github.llmperf.verdict;

import io.github.llmperf.baseline.BaselineRun;
import io.github.llmperf.measure.Distribution;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Statistic;
import java.util.List;
import java.util.Optional;

/** Shorter answers are always faster: when their length has changed, there is nothing to compare. */
final class OutputLength {

    private static final double ALLOWED = .05;
    /** Quantile of the normal distribution for a two-sided interval of 99 %. */
    private static final double Z99 = 2.5758;

    private OutputLength() {}

    /** Returns the change of the mean output length, if it exceeds 5 % and the 99 % interval of the difference. */
    static Optional<MissingReference> change(Reference against, List<BaselineRun> runs, Measurement measurement) {
        Optional<Distribution> lengths = measurement.distribution(Metric.OUTPUT_TOKENS);
        List<BaselineRun> known = runs.stream().filter(OutputLength::isKnown).toList();
        if (lengths.isEmpty() || known.isEmpty()) {
            return Optional.empty();
        }
        double now = lengths.get().mean();
        double before = known.stream().mapToDouble(OutputLength::mean).average().orElseThrow();
        double variance =
                known.stream().mapToDouble(OutputLength::varianceOfMean).sum() / known.size() / known.size()
                        + varianceOfMean(lengths.get());
        return isChanged(now, before, variance)
                ? Optional.of(new MissingReference.OtherLength(against, test(known), before, now))
                : Optional.empty();
    }

    /** Returns how the mean output length differs from that of a second target, by the same measure. */
    static Optional<MissingReference> difference(Reference against, Measurement measurement, Measurement other) {
        Optional<Distribution> own = measurement.distribution(Metric.OUTPUT_TOKENS);
        Optional<Distribution> reference = other.distribution(Metric.OUTPUT_TOKENS);
        if (own.isEmpty() || reference.isEmpty()) {
            return Optional.empty();
        }
        double here = own.get().mean();
        double there = reference.get().mean();
        double variance = varianceOfMean(own.get()) + varianceOfMean(reference.get());
        return isChanged(here, there, variance)
                ? Optional.of(new MissingReference.OtherLength(against, "", there, here))
                : Optional.empty();
    }

    private static String test(List<BaselineRun> runs) {
        return runs.get(0).test().withoutStage().displayName();
    }

    private static double varianceOfMean(Distribution lengths) {
        return lengths.stddev() * lengths.stddev() / lengths.n();
    }

    private static boolean isChanged(double now, double before, double variance) {
        double difference = Math.abs(now - before);
        return difference > ALLOWED * before && difference > Z99 * Math.sqrt(variance);
    }

    private static boolean isKnown(BaselineRun run) {
        return run.value(Measure.of(Metric.OUTPUT_TOKENS)).isPresent();
    }

    private static double mean(BaselineRun run) {
        return run.value(Measure.of(Metric.OUTPUT_TOKENS)).orElseThrow();
    }

    private static double varianceOfMean(BaselineRun run) {
        double sd =
                run.value(new Measure(Metric.OUTPUT_TOKENS, Statistic.STDDEV)).orElse(0);
        return sd * sd / Math.max(1, run.counts().samples().getOrDefault(Metric.OUTPUT_TOKENS, 1L));
    }
}
