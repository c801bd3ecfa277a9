package io.github.llmperf.simulator.virtual;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * What became of a request, in nanoseconds from the beginning of the load.
 *
 * @param sent when it was sent
 * @param firstToken when its first token came; 0 if none did
 * @param end when its last token came, or when it was given up
 * @param succeeded whether its answer is complete
 */
@API(status = Status.INTERNAL, since = "0.1")
public record VirtualRequest(
        long sent, long firstToken, long end, int promptTokens, int outputTokens, boolean succeeded) {

    private static final double NANOS_PER_MILLI = 1e6;

    /**
     * Returns the time to the first token.
     *
     * @return milliseconds
     */
    public double ttft() {
        return (firstToken - sent) / NANOS_PER_MILLI;
    }

    /**
     * Returns the time from sending to the end.
     *
     * @return milliseconds
     */
    public double e2e() {
        return (end - sent) / NANOS_PER_MILLI;
    }

    /**
     * Returns the mean time per token without the first.
     *
     * @return milliseconds; not a number for answers of one token
     */
    public double tpot() {
        return outputTokens > 1 ? (end - firstToken) / NANOS_PER_MILLI / (outputTokens - 1) : Double.NaN;
    }

    /**
     * Returns the tokens that its user got in a second.
     *
     * @return tokens per second
     */
    public double userTokenRate() {
        return 1000 * outputTokens / e2e();
    }

    /**
     * Returns the time from sending to the end by tokens of the answer.
     *
     * @return milliseconds per token
     */
    public double normalizedLatency() {
        return e2e() / outputTokens;
    }

    /**
     * Returns the time from sending to the end by tokens of prompt and answer.
     *
     * @return milliseconds per token
     */
    public double latencyPerToken() {
        return e2e() / (promptTokens + outputTokens);
    }
}
