package io.github.llmperf.verdict;

import io.github.llmperf.baseline.BaselineRun;
import io.github.llmperf.measure.Distribution;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Statistic;
import io.github.llmperf.metric.Verdict;
import java.util.List;
import java.util.Optional;

/**
 * A change of the mean output length. It bars the measures that depend on the length: shorter answers always end earlier.
 * Answers of less than half the length are a regression themselves, since a server that breaks off is no faster.
 *
 * @param before mean tokens of an answer on the other side
 * @param now mean tokens of an answer in this run
 */
record OutputLength(double before, double now) {

    private static final Measure MEAN = Measure.of(Metric.OUTPUT_TOKENS);
    private static final double ALLOWED = .05;
    /** As a tolerance: a factor by which answers may be shorter, less one. */
    private static final double COLLAPSE = 1;
    /** Quantile of the normal distribution for a two-sided interval of 99 %. */
    private static final double Z99 = 2.5758;

    /** What a change of length does to a metric. */
    enum Effect {
        /** None. */
        NONE,
        /** It looks better than it is, so that only a worsening can be told. */
        FLATTERED,
        /** Nothing can be told. */
        BARRED
    }

    /** Returns the change since stored runs, if it exceeds 5 % and the 99 % interval of the difference. */
    static Optional<OutputLength> change(List<BaselineRun> runs, Measurement measurement) {
        Optional<Distribution> lengths = measurement.distribution(Metric.OUTPUT_TOKENS);
        List<BaselineRun> known =
                runs.stream().filter(run -> run.value(MEAN).isPresent()).toList();
        if (lengths.isEmpty() || known.isEmpty()) {
            return Optional.empty();
        }
        double before = known.stream().mapToDouble(OutputLength::mean).average().orElseThrow();
        double variance =
                known.stream().mapToDouble(OutputLength::varianceOfMean).sum() / known.size() / known.size();
        return new OutputLength(before, lengths.get().mean()).ifChanged(variance + varianceOfMean(lengths.get()));
    }

    /** Returns the difference from a second target, by the same measure. */
    static Optional<OutputLength> difference(Measurement measurement, Measurement other) {
        Optional<Distribution> own = measurement.distribution(Metric.OUTPUT_TOKENS);
        Optional<Distribution> reference = other.distribution(Metric.OUTPUT_TOKENS);
        if (own.isEmpty() || reference.isEmpty()) {
            return Optional.empty();
        }
        return new OutputLength(reference.get().mean(), own.get().mean())
                .ifChanged(varianceOfMean(own.get()) + varianceOfMean(reference.get()));
    }

    private Optional<OutputLength> ifChanged(double variance) {
        double difference = Math.abs(now - before);
        boolean changed = difference > ALLOWED * before && difference > Z99 * Math.sqrt(variance);
        return changed ? Optional.of(this) : Optional.empty();
    }

    private static double varianceOfMean(Distribution lengths) {
        return lengths.stddev() * lengths.stddev() / lengths.n();
    }

    private static double mean(BaselineRun run) {
        return run.value(MEAN).orElseThrow();
    }

    private static double varianceOfMean(BaselineRun run) {
        double sd =
                run.value(new Measure(Metric.OUTPUT_TOKENS, Statistic.STDDEV)).orElse(0);
        return sd * sd / Math.max(1, run.counts().samples().getOrDefault(Metric.OUTPUT_TOKENS, 1L));
    }

    Effect on(Metric metric) {
        return switch (metric) {
            case TTFT, TTFE, CLIENT_DELAY, CONNECT_TIME, ERROR_RATE, PROMPT_TOKENS -> Effect.NONE;
            case SERVER_QUEUE, SERVER_PREFILL, SERVER_TTFT, SERVER_VALIDATION, SERVER_LOAD -> Effect.NONE;
            // A token late in an answer takes a little longer than an early one.
            case TPOT, ITL, SERVER_TPOT -> isWithin(2) ? Effect.NONE : flattered(now < before);
            case E2E, RESPONSE_TIME, REQUEST_RATE, SERVER_DECODE, SERVER_INFERENCE, SERVER_TOTAL ->
                flattered(now < before);
            case OUTPUT_TOKEN_RATE, USER_TOKEN_RATE, NORMALIZED_LATENCY, SERVER_TIME_PER_TOKEN ->
                flattered(now > before);
            default -> Effect.BARRED;
        };
    }

    private boolean isWithin(double factor) {
        return now <= factor * before && before <= factor * now;
    }

    private static Effect flattered(boolean looksBetter) {
        return looksBetter ? Effect.FLATTERED : Effect.BARRED;
    }

    /** Returns that answers have less than half the length, if they have. */
    Optional<Finding.Comparison> collapse(Reference against, Candidate candidate, int runs) {
        return now * (1 + COLLAPSE) < before
                ? Optional.of(new Finding.Comparison(
                        new Subject(MEAN, against, COLLAPSE),
                        Verdict.REGRESSION,
                        new ComparedValues(before, now, now / before - 1, Double.NaN, Double.NaN),
                        Evidence.none(candidate.trials().size(), runs, new ComparisonDetail.Collapsed())
                                .of(candidate.measurement().samples(MEAN))))
                : Optional.empty();
    }

    /** Returns that guarded measures cannot be compared, if there are some. */
    static Optional<Finding> barring(Optional<OutputLength> change, Reference against, List<Measure> barred) {
        return barred.isEmpty()
                ? Optional.empty()
                : change.map(length -> new Finding.NotComparable(
                        new MissingReference.OtherLength(against, length.before, length.now, barred)));
    }
}
