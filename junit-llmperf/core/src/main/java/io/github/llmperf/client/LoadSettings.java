package io.github.llmperf.client;

import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.protocol.Dialect;
import io.github.llmperf.protocol.RequestWriter;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * What all requests of a client share.
 *
 * @param target the endpoint
 * @param workload what each request asks for
 * @param dialect how the server is understood
 * @param writer writes requests
 * @param tls of its connections
 * @param timeout of one request, start to end
 * @param clock in ns
 */
record LoadSettings(
        Target target,
        Workload workload,
        Dialect dialect,
        RequestWriter writer,
        TlsSettings tls,
        Duration timeout,
        LongSupplier clock) {

    private static final long BASE_BYTES = 4L << 20;
    private static final long BYTES_PER_TOKEN = 16L << 10;

    /** Far above what an answer needs, log probabilities and several choices included, and still a bound. */
    long bodyLimit() {
        return BASE_BYTES + BYTES_PER_TOKEN * workload.maxNewTokens();
    }
}
