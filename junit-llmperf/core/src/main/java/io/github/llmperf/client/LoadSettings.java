package io.github.llmperf.client;

import io.github.llmperf.plan.ByteSize;
import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.prompt.Prompt;
import io.github.llmperf.protocol.Dialect;
import io.github.llmperf.protocol.RequestWriter;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/**
 * What all requests of a client share.
 *
 * @param target the endpoint
 * @param workload what each request asks for
 * @param dialect how the server is understood
 * @param tls of its connections
 * @param timeout of one request, start to end
 * @param maxAnswerSize most bytes of a body; empty derives it from the most tokens asked for
 * @param clock in ns
 */
record LoadSettings(
        Target target,
        Workload workload,
        Dialect dialect,
        RequestWriter writer,
        TlsSettings tls,
        Duration timeout,
        OptionalLong maxAnswerSize,
        LongSupplier clock) {

    private static final long BASE_BYTES = 4L << 20;
    private static final long BYTES_PER_TOKEN = 16L << 10;

    /**
     * Room for two JSON escapes; this also covers cumulative text, where an event repeats half of the text on average.
     */
    private static final int BYTES_PER_CHAR = 12;

    /** No answer of a model comes near it, so that what is derived stays a bound for long prompts too. */
    private static final long MOST_DERIVED = 256L << 20;

    /**
     * Far above what an answer needs, log probabilities and several choices included, and still a bound. Some servers
     * repeat the prompt and all text so far in every event.
     */
    long bodyLimit(Prompt prompt) {
        double repeated = BYTES_PER_CHAR * ((double) prompt.chars() + workload.maxNewTokens());
        double derived = BASE_BYTES + workload.maxNewTokens() * (BYTES_PER_TOKEN + repeated);
        return maxAnswerSize.orElse((long) Math.min(MOST_DERIVED, derived));
    }

    /** The error for a body beyond the limit; it names the setting. */
    String beyondLimit(Prompt prompt) {
        return maxAnswerSize.isPresent()
                ? "the answer exceeds maxAnswerSize = " + ByteSize.text(bodyLimit(prompt))
                : "the answer exceeds " + bodyLimit(prompt) + " bytes, far more than maxNewTokens = "
                        + workload.maxNewTokens() + " can need; if it is meant, set maxAnswerSize";
    }
}
