package io.github.llmperf.measure;

import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.plan.Phases.WindowKind;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * What a run amounts to: distributions, rates and counts over its window. Several repetitions of a load are one run: their
 * samples, counts and seconds are added up, and rates are weighted by time. Values are in their metric's unit, see
 * {@link Metric#unit()}. Immutable.
 *
 * @param distributions per metric with samples; over successful measured requests, but {@code responseTime} over all
 * @param slices per metric, the same samples in {@link #SLICES} equal time slices of the window, for drift within the run; a
 *     slice may be without samples
 * @param rates value of each metric of which a run has one; metrics that were not measured are missing
 * @param requests how many were sent and what became of them
 * @param tokens counts over measured requests
 * @param window what was measured, and for how long
 * @param wholeRun rates from first spawn to the end of the last request, warm-up and cooldown included
 * @param peakConcurrency most requests in flight inside the window, 0 or more
 * @param unfinished per latency, what is certain of the measured requests that the end of the run cut off: how long they had
 *     taken by then. Only limits and comparisons of percentiles look at it
 * @param notes what a reader of the numbers must know; often none
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public record Measurement(
        Map<Metric, Distribution> distributions,
        Map<Metric, List<Distribution>> slices,
        Map<Metric, Double> rates,
        RequestCounts requests,
        TokenCounts tokens,
        Window window,
        WholeRun wholeRun,
        int peakConcurrency,
        Map<Metric, Distribution> unfinished,
        List<Note> notes) {

    /** Number of equal time slices of the window. */
    public static final int SLICES = 20;

    /**
     * What was measured, and for how long, in seconds; of several repetitions the sum.
     *
     * @param kind as planned
     * @param seconds length of the window, which rates are taken over
     * @param steadySeconds time during which all users were active
     * @param wholeRunSeconds from first spawn to the end of the last request
     * @param ratesFromWholeRun whether the window was shorter than half the run, so that rates are the whole run's
     */
    public record Window(
            WindowKind kind, double seconds, double steadySeconds, double wholeRunSeconds, boolean ratesFromWholeRun) {}

    /**
     * Rates over the whole run, per second.
     *
     * @param rates by metric, the same as over the window; none for a run without duration
     */
    public record WholeRun(Map<Metric, Double> rates) {

        /** Copies the map. */
        public WholeRun {
            rates = Collections.unmodifiableMap(rates.isEmpty() ? new EnumMap<>(Metric.class) : new EnumMap<>(rates));
        }

        /**
         * Returns successful requests per second.
         *
         * @return 0 or more
         */
        public double requestRate() {
            return rates.getOrDefault(Metric.REQUEST_RATE, 0.);
        }

        /**
         * Returns all requests per second.
         *
         * @return 0 or more
         */
        public double attemptRate() {
            return rates.getOrDefault(Metric.ATTEMPT_RATE, 0.);
        }

        /**
         * Returns output tokens per second.
         *
         * @return 0 or more
         */
        public double outputTokenRate() {
            return rates.getOrDefault(Metric.OUTPUT_TOKEN_RATE, 0.);
        }

        /**
         * Returns prompt and output tokens per second.
         *
         * @return 0 or more; output tokens alone where the server does not count prompts
         */
        public double totalTokenRate() {
            return rates.getOrDefault(Metric.TOTAL_TOKEN_RATE, outputTokenRate());
        }
    }

    /**
     * Makes the measurement of a run that cut nothing off.
     *
     * @param distributions per metric with samples
     * @param slices per metric, the same samples in time slices of the window
     * @param rates value of each metric of which a run has one
     * @param requests how many were sent and what became of them
     * @param tokens counts over measured requests
     * @param window what was measured, and for how long
     * @param wholeRun rates from first spawn to the end of the last request
     * @param peakConcurrency most requests in flight inside the window, 0 or more
     * @param notes what a reader of the numbers must know
     */
    public Measurement(
            Map<Metric, Distribution> distributions,
            Map<Metric, List<Distribution>> slices,
            Map<Metric, Double> rates,
            RequestCounts requests,
            TokenCounts tokens,
            Window window,
            WholeRun wholeRun,
            int peakConcurrency,
            List<Note> notes) {
        this(distributions, slices, rates, requests, tokens, window, wholeRun, peakConcurrency, Map.of(), notes);
    }

    /** Copies the collections. */
    public Measurement {
        distributions = Collections.unmodifiableMap(
                distributions.isEmpty() ? new EnumMap<>(Metric.class) : new EnumMap<>(distributions));
        slices = Collections.unmodifiableMap(slices.isEmpty() ? new EnumMap<>(Metric.class) : new EnumMap<>(slices));
        rates = Collections.unmodifiableMap(rates.isEmpty() ? new EnumMap<>(Metric.class) : new EnumMap<>(rates));
        unfinished = Collections.unmodifiableMap(
                unfinished.isEmpty() ? new EnumMap<>(Metric.class) : new EnumMap<>(unfinished));
        notes = List.copyOf(notes);
    }

    /**
     * Returns this measurement with one more number.
     *
     * @param metric one of which a run has one number
     * @param value its value
     * @return the changed copy
     */
    public Measurement with(Metric metric, double value) {
        Map<Metric, Double> more = new EnumMap<>(Metric.class);
        more.putAll(rates);
        more.put(metric, value);
        return new Measurement(
                distributions, slices, more, requests, tokens, window, wholeRun, peakConcurrency, unfinished, notes);
    }

    /**
     * Returns the samples of a metric.
     *
     * @param metric a metric with a distribution
     * @return the samples, one at least; empty when there are none, or the metric has no distribution
     */
    public Optional<Distribution> distribution(Metric metric) {
        return Optional.ofNullable(distributions.get(metric)).filter(d -> d.n() > 0);
    }

    /**
     * Returns a measure over successful requests, however few they are: {@link #existing} asks for enough of them.
     *
     * @param measure what is asked for
     * @return its value in the metric's unit, or empty without samples
     */
    public OptionalDouble value(Measure measure) {
        if (!measure.metric().hasDistribution()) {
            Double rate = rates.get(measure.metric());
            return rate == null ? OptionalDouble.empty() : OptionalDouble.of(rate);
        }
        return distribution(measure.metric())
                .map(d -> OptionalDouble.of(d.value(measure.statistic())))
                .orElseGet(OptionalDouble::empty);
    }

    /**
     * Returns a measure as comparisons use it: of what was cut off, at least what is certain of it; of rates over the part
     * of the run that is asked for.
     *
     * @param measure what is asked for
     * @param wholeRun whether rates are to be those of the whole run; else those of the window, or of the whole run where
     *     {@link Window#ratesFromWholeRun}
     * @return its value in the metric's unit, or empty without samples
     */
    public OptionalDouble compared(Measure measure, boolean wholeRun) {
        return wholeRun && !measure.metric().hasDistribution() ? value(measure, true) : compared(measure);
    }

    /**
     * Returns a measure over successful requests, of rates over the part of the run that is asked for.
     *
     * @param measure what is asked for
     * @param wholeRun whether rates are to be those of the whole run; else those of the window, or of the whole run where
     *     {@link Window#ratesFromWholeRun}
     * @return its value in the metric's unit, or empty without samples
     */
    public OptionalDouble value(Measure measure, boolean wholeRun) {
        if (!wholeRun || measure.metric().hasDistribution()) {
            return value(measure);
        }
        Double rate = wholeRun().rates().get(measure.metric());
        return rate == null ? OptionalDouble.empty() : OptionalDouble.of(rate);
    }

    /**
     * Returns a measure as limits use it: see {@link LimitedValue}.
     *
     * @param measure what is limited
     * @return its value in the metric's unit, possibly infinity, or empty without samples
     */
    public OptionalDouble limited(Measure measure) {
        return limitedValue(measure).value();
    }

    /**
     * Returns a measure as limits use it, with what its value rests on.
     *
     * @param measure what is limited
     * @return the value, empty without samples
     */
    @API(status = Status.INTERNAL, since = "0.1")
    public LimitedValue limitedValue(Measure measure) {
        return LimitedValue.of(this, measure);
    }

    /**
     * Returns a measure as runs are compared by it: over successful requests; a percentile that lies among requests which had
     * taken longer, when the run's end cut them off, than any that ended is the least that it can be.
     *
     * @param measure what is compared
     * @return its value in the metric's unit, or empty without samples
     */
    @API(status = Status.INTERNAL, since = "0.1")
    public OptionalDouble compared(Measure measure) {
        OptionalDouble own = value(measure);
        LimitedValue limited = LimitedValue.of(this, measure, 0);
        return own.isPresent() && limited.open() ? limited.value() : own;
    }

    /**
     * Returns a measure over successful requests where there are enough of them: 1/(1 − q) for a percentile.
     *
     * @param measure what is asked for
     * @return its value in the metric's unit, or empty without samples, or with too few for the percentile to exist
     */
    public OptionalDouble existing(Measure measure) {
        return !measure.metric().hasDistribution()
                        || measured(measure) >= measure.statistic().samplesToExist()
                ? value(measure)
                : OptionalDouble.empty();
    }

    /**
     * Returns a measure as limits use it where there are enough samples of it.
     *
     * @param measure what is limited
     * @return its value in the metric's unit, possibly infinity, or empty where the percentile does not exist
     */
    public OptionalDouble existingLimited(Measure measure) {
        return !measure.metric().hasDistribution()
                        || samples(measure) >= measure.statistic().samplesToExist()
                ? limited(measure)
                : OptionalDouble.empty();
    }

    /**
     * Returns how many samples a limit on this measure is judged by.
     *
     * @param measure what is limited
     * @return samples, failed requests included where they count as infinite; for rates the requests attempted
     */
    public long samples(Measure measure) {
        return limitedValue(measure).n();
    }

    /**
     * Returns how many samples the value of a measure rests on.
     *
     * @param measure what is compared
     * @return samples of what was measured, 0 where there are none; for rates the requests attempted
     */
    public long measured(Measure measure) {
        return measure.metric().hasDistribution()
                ? distribution(measure.metric()).map(Distribution::n).orElse(0L)
                : requests.attempted();
    }

    /**
     * Returns the so-many largest sample.
     *
     * @param measure a measure with a distribution; failed requests count as infinite where a limit on it counts them so
     * @param place 1 for the largest
     * @return its value in the metric's unit, possibly infinity; empty where there are not so many
     */
    public OptionalDouble largest(Measure measure, long place) {
        long failed = LimitedValue.infinite(this, measure);
        if (place <= failed) {
            return OptionalDouble.of(Double.POSITIVE_INFINITY);
        }
        return distribution(measure.metric())
                .filter(d -> place - failed <= d.n())
                .map(d -> OptionalDouble.of(d.percentile(100 * (d.n() - (place - failed) + .5) / d.n())))
                .orElseGet(OptionalDouble::empty);
    }
}
