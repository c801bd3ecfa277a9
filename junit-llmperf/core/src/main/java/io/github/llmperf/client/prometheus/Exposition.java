package io.github.llmperf.client.prometheus;

import java.util.List;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * A page of metrics.
 *
 * @param samples in the order of the page
 * @param malformed lines that are none of the format, and were left out
 */
@API(status = Status.INTERNAL, since = "0.1")
public record Exposition(List<MetricSample> samples, int malformed) {

    /** Copies the list. */
    public Exposition {
        samples = List.copyOf(samples);
    }
}
