package io.github.llmperf.baseline;

import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Statistic;
import io.github.llmperf.metric.Unit;
import java.util.Set;

/** The valid range of stored measures: an impossible value would distort every comparison. */
final class StoredValue {

    /** A latency of thirty years, or a token rate beyond all machines. */
    static final double LARGEST = 1e12;

    private static final double WHOLE = 100;

    /** A latency is never zero, and a rate of zero cannot be compared. */
    private static final Set<Metric> ABOVE_ZERO = Set.of(
            Metric.TTFT,
            Metric.TTFO,
            Metric.TTFE,
            Metric.E2E,
            Metric.RESPONSE_TIME,
            Metric.OUTPUT_TOKEN_RATE,
            Metric.TOTAL_TOKEN_RATE,
            Metric.REQUEST_RATE,
            Metric.ATTEMPT_RATE,
            Metric.CAPACITY,
            Metric.CAPACITY_RATE);

    private StoredValue() {}

    /** Returns whether a value is possible. */
    static boolean isPossible(Measure measure, double value) {
        return (isAboveZero(measure) ? value > 0 : value >= 0) && (isPart(measure) ? value <= WHOLE : value < LARGEST);
    }

    /** Returns which values are possible, such as {@code above 0 and below 1e12}. */
    static String bounds(Measure measure) {
        if (isPart(measure)) {
            return "0 to 100";
        }
        return isAboveZero(measure) ? "above 0 and below 1e12" : "0 or more and below 1e12";
    }

    private static boolean isAboveZero(Measure measure) {
        return ABOVE_ZERO.contains(measure.metric()) && measure.statistic().kind() != Statistic.Kind.STDDEV;
    }

    private static boolean isPart(Measure measure) {
        return measure.metric().unit() == Unit.PERCENT;
    }
}
