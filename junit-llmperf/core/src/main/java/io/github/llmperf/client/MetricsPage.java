package io.github.llmperf.client;

import io.github.llmperf.client.prometheus.Exposition;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** The outcome of reading a metrics page. */
@API(status = Status.INTERNAL, since = "0.1")
public sealed interface MetricsPage {

    /** It was read. */
    record Read(Exposition metrics) implements MetricsPage {}

    /**
     * It could not be read.
     *
     * @param why in a few words, without secrets
     */
    record Unread(String why) implements MetricsPage {}
}
