package io.github.llmperf.report.json;

import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.wording.Figures;
import java.util.OptionalDouble;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * The figures of a run that every summary shows; empty for a missing one.
 *
 * @param ttftP90 of successful requests, in ms
 * @param tpotP50 likewise
 * @param tokenRate output tokens per second
 * @param errorRate failed of attempted requests, in percent
 * @param requests measured requests attempted; {@link #UNKNOWN} where nothing could be read
 */
@API(status = Status.INTERNAL, since = "0.1")
public record KeyFigures(
        OptionalDouble ttftP90,
        OptionalDouble tpotP50,
        OptionalDouble tokenRate,
        OptionalDouble errorRate,
        long requests) {

    /** A number of requests that is not known. */
    public static final long UNKNOWN = -1;

    /** The figures of an unknown run. */
    public static final KeyFigures NONE = of(UNKNOWN);

    private static final Measure TTFT = Measure.percentile(Metric.TTFT, 90);
    private static final Measure TPOT = Measure.percentile(Metric.TPOT, 50);

    /** Returns the figures of a run of which nothing was measured. */
    public static KeyFigures of(long requests) {
        OptionalDouble none = OptionalDouble.empty();
        return new KeyFigures(none, none, none, none, requests);
    }

    static KeyFigures of(Result result) {
        return new KeyFigures(
                result.value(TTFT),
                result.value(TPOT),
                result.value(Measure.of(Metric.OUTPUT_TOKEN_RATE)),
                result.value(Measure.of(Metric.ERROR_RATE)),
                result.requests().attempted());
    }

    /** Returns {@link #ttftP90} with its unit, or a dash. */
    public String ttft() {
        return text(ttftP90, Metric.TTFT);
    }

    /** Returns {@link #tpotP50} with its unit, or a dash. */
    public String tpot() {
        return text(tpotP50, Metric.TPOT);
    }

    /** Returns {@link #tokenRate} with its unit, or a dash. */
    public String output() {
        return text(tokenRate, Metric.OUTPUT_TOKEN_RATE);
    }

    /** Returns {@link #errorRate} with its unit, or a dash. */
    public String errors() {
        return text(errorRate, Metric.ERROR_RATE);
    }

    private static String text(OptionalDouble value, Metric metric) {
        return Figures.quantity(value.orElse(Double.NaN), metric.unit());
    }

    /**
     * Returns whether a measured request failed; limits on percentiles then count other latencies than tables show.
     *
     * @return true where the error rate is known and above zero
     */
    public boolean hasFailures() {
        return errorRate.orElse(0) > 0;
    }
}
