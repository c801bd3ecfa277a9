package io.github.llmperf.verdict;

import io.github.llmperf.measure.Measurement;
import io.github.llmperf.measure.SliceBootstrap;
import io.github.llmperf.metric.Limit;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import java.util.OptionalDouble;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * How far one run was from a limit.
 *
 * @param log logarithm of measured over allowed, turned so that above 0 is broken; within ±{@value #FAR}
 * @param sd standard deviation of {@code log} that comes from the requests inside the run; 0 when not known
 * @param bad of a part of all requests, such as the error rate, how many count against it; 0 for anything else
 * @param all of how many requests; 0 for anything that is no part of them
 */
@API(status = Status.INTERNAL, since = "0.1")
public record CapacityMargin(Limit limit, double log, double sd, double bad, long all) {

    /** Margins are capped here: a factor of 400. */
    static final double FAR = 6;

    private static final double WHOLE = 100;

    /**
     * Makes the margin of a measure whose spread is known.
     *
     * @param actual the measured value in the metric's unit
     * @param sd relative standard deviation of it inside the run
     */
    public static CapacityMargin of(Limit limit, double actual, double sd) {
        double ratio = limit.bound() == Limit.Bound.AT_MOST ? actual / limit.value() : limit.value() / actual;
        // A value exactly at a strict limit breaks it.
        double log = ratio == 1 && limit.strict() ? Double.MIN_VALUE : Math.log(ratio);
        return new CapacityMargin(limit, Double.isNaN(log) ? FAR : clip(log), sd, 0, 0);
    }

    /**
     * Makes the margin of a limit in a run.
     *
     * @return the margin; as far beyond the limit as can be, where there are no samples
     */
    static CapacityMargin of(Limit limit, Measurement measurement) {
        Measure measure = limit.measure();
        OptionalDouble actual = measurement.limited(measure);
        if (actual.isEmpty()) {
            return new CapacityMargin(limit, FAR, 0, 0, 0);
        }
        return isPart(measure.metric())
                ? part(limit, actual.getAsDouble(), measurement.requests().attempted())
                : of(
                        limit,
                        actual.getAsDouble(),
                        SliceBootstrap.relativeSd(measurement, measure).orElse(0));
    }

    private static CapacityMargin part(Limit limit, double percent, long all) {
        double bad = limit.bound() == Limit.Bound.AT_MOST ? percent : WHOLE - percent;
        double log = bad == 0 ? -FAR : Math.log(bad / allowed(limit));
        return new CapacityMargin(limit, clip(Double.isNaN(log) ? FAR : log), 0, bad / WHOLE * all, all);
    }

    /** Returns the percentage of requests that may count against a limit. */
    static double allowed(Limit limit) {
        return limit.bound() == Limit.Bound.AT_MOST ? limit.value() : WHOLE - limit.value();
    }

    private static boolean isPart(Metric metric) {
        return metric == Metric.ERROR_RATE || metric == Metric.ATTAINMENT;
    }

    /** Returns whether this is a part of all requests, which is judged by counting. */
    boolean isCount() {
        return all > 0;
    }

    private static double clip(double log) {
        return Math.max(-FAR, Math.min(FAR, log));
    }
}
