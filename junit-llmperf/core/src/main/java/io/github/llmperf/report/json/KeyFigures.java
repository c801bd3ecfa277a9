package io.github.llmperf.report.json;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.llmperf.metric.Quantity;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * The figures of a run that every summary shows, each with its unit; a dash for a missing one.
 *
 * @param ttftP90 of successful requests
 * @param tpotP50 likewise
 * @param tokenRate output tokens per second
 * @param errorRate failed of attempted requests
 * @param requests measured requests attempted; {@link #UNKNOWN} where nothing could be read
 */
@API(status = Status.INTERNAL, since = "0.1")
public record KeyFigures(String ttftP90, String tpotP50, String tokenRate, String errorRate, long requests) {

    /** A number of requests that is not known. */
    public static final long UNKNOWN = -1;

    private static final String DASH = "–";

    /** The figures of an unknown run. */
    public static final KeyFigures NONE = new KeyFigures(DASH, DASH, DASH, DASH, UNKNOWN);

    /** Reads what a {@code result.json} says. */
    static KeyFigures read(JsonNode root) {
        JsonNode metrics = root.path("metrics");
        return new KeyFigures(
                figure(metrics.path("ttft"), "p90"),
                figure(metrics.path("tpot"), "p50"),
                figure(metrics.path("outputTokenRate"), "value"),
                figure(metrics.path("errorRate"), "value"),
                root.path("requests").path("attempted").asLong());
    }

    private static String figure(JsonNode metric, String key) {
        JsonNode value = metric.path(key);
        return value.isNumber()
                ? Quantity.number(value.doubleValue()) + " "
                        + metric.path("unit").asText()
                : DASH;
    }

    /**
     * Returns whether a measured request failed; limits on percentiles then count other latencies than tables show.
     *
     * @return true where the error rate is known and above zero
     */
    public boolean hasFailures() {
        return !errorRate.equals(DASH) && !errorRate.startsWith("0 ");
    }
}
