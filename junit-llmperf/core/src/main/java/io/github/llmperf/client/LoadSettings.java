package io.github.llmperf.client;

import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.prompt.Prompt;
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
 * @param timeout of one request, start to end
 * @param clock in ns
 */
record LoadSettings(
        Target target, Workload workload, Dialect dialect, RequestWriter writer, Duration timeout, LongSupplier clock) {

    private static final long BASE_BYTES = 4L << 20;
    private static final long BYTES_PER_TOKEN = 16L << 10;

    /** Two JSON escapes, which also covers half the characters of a token, the mean of a text that grows. */
    private static final int BYTES_PER_CHAR = 12;

    /**
     * Far above what an answer needs, log probabilities and several choices included, and still a bound. Some servers
     * repeat the prompt and all text so far in every event.
     */
    long bodyLimit(Prompt prompt) {
        double repeated = BYTES_PER_CHAR * ((double) prompt.chars() + workload.maxNewTokens());
        return (long) (BASE_BYTES + workload.maxNewTokens() * (BYTES_PER_TOKEN + repeated));
    }
}
