package io.github.llmperf.metric;

import static io.github.llmperf.metric.Direction.HIGHER;
import static io.github.llmperf.metric.Direction.LOWER;
import static io.github.llmperf.metric.Direction.NEITHER;
import static io.github.llmperf.metric.Metric.Shape.PER_GAP;
import static io.github.llmperf.metric.Metric.Shape.PER_REQUEST;
import static io.github.llmperf.metric.Metric.Shape.PER_RUN;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Everything that is measured. The constants' documentation is the definition; {@link #jsonName()} is the name in
 * expressions, JSON, reports and baselines. {@code start} is the scheduled moment in open loop and the moment of sending
 * in closed loop.
 *
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public enum Metric {
    /** Time to first token: first non-empty visible, reasoning or tool-call delta − start. Streams only. */
    TTFT("ttft", Unit.MILLISECONDS, LOWER, PER_REQUEST, true),
    /** Time to first visible output: differs from {@link #TTFT} on reasoning models. Streams only. */
    TTFO("ttfo", Unit.MILLISECONDS, LOWER, PER_REQUEST, true),
    /** Time to first event of any kind. Streams only. */
    TTFE("ttfe", Unit.MILLISECONDS, LOWER, PER_REQUEST, true),
    /**
     * Time per output token: (last token − first token) / (tokens streamed after the first arrival), where tokens arrived at
     * two different times.
     */
    TPOT("tpot", Unit.MILLISECONDS, LOWER, PER_REQUEST, true),
    /**
     * Gap between consecutive token-bearing events, pooled over all requests whose tokens arrived at two different times.
     * Streams only.
     */
    ITL("itl", Unit.MILLISECONDS, LOWER, PER_GAP, true),
    /** End-to-end latency: last token − start, of successful requests. */
    E2E("e2e", Unit.MILLISECONDS, LOWER, PER_REQUEST, false),
    /** End − start of every request, failed ones at the moment they failed. */
    RESPONSE_TIME("responseTime", Unit.MILLISECONDS, LOWER, PER_REQUEST, false),
    /** Sent − scheduled: what the load generator itself added. */
    CLIENT_DELAY("clientDelay", Unit.MILLISECONDS, LOWER, PER_REQUEST, false),
    /** DNS + TCP + TLS of requests that opened a connection. */
    CONNECT_TIME("connectTime", Unit.MILLISECONDS, LOWER, PER_REQUEST, false),
    /** {@link #E2E} / output tokens. */
    NORMALIZED_LATENCY("normalizedLatency", Unit.MILLISECONDS_PER_TOKEN, LOWER, PER_REQUEST, false),
    /** {@link #E2E} / (prompt tokens + output tokens). */
    LATENCY_PER_TOKEN("latencyPerToken", Unit.MILLISECONDS_PER_TOKEN, LOWER, PER_REQUEST, false),
    /** Output tokens / {@link #E2E}, one sample per request. */
    USER_TOKEN_RATE("userTokenRate", Unit.TOKENS_PER_SECOND, HIGHER, PER_REQUEST, false),
    /** Output tokens inside the window / window. */
    OUTPUT_TOKEN_RATE("outputTokenRate", Unit.TOKENS_PER_SECOND, HIGHER, PER_RUN, false),
    /** Prompt and output tokens inside the window / window. */
    TOTAL_TOKEN_RATE("totalTokenRate", Unit.TOKENS_PER_SECOND, HIGHER, PER_RUN, false),
    /** Prompt tokens of requests inside the window / window. */
    PROMPT_TOKEN_RATE("promptTokenRate", Unit.TOKENS_PER_SECOND, HIGHER, PER_RUN, false),
    /** Unicode code points of output inside the window / window. */
    OUTPUT_CHAR_RATE("outputCharRate", Unit.CHARS_PER_SECOND, HIGHER, PER_RUN, false),
    /** Unicode code points of prompts of requests inside the window / window. */
    PROMPT_CHAR_RATE("promptCharRate", Unit.CHARS_PER_SECOND, HIGHER, PER_RUN, false),
    /** Successful requests inside the window / window. */
    REQUEST_RATE("requestRate", Unit.REQUESTS_PER_SECOND, HIGHER, PER_RUN, false),
    /** All requests inside the window / window. */
    ATTEMPT_RATE("attemptRate", Unit.REQUESTS_PER_SECOND, NEITHER, PER_RUN, false),
    /** Requests that met every per-request limit / window; exists only where such limits are set. */
    GOODPUT("goodput", Unit.REQUESTS_PER_SECOND, HIGHER, PER_RUN, false),
    /** Requests that met every per-request limit / requests attempted, failed ones included. */
    ATTAINMENT("attainment", Unit.PERCENT, HIGHER, PER_RUN, false),
    /** Failed / attempted. */
    ERROR_RATE("errorRate", Unit.PERCENT, LOWER, PER_RUN, false),
    /** Requests in flight, averaged over the window. */
    CONCURRENCY("concurrency", Unit.REQUESTS, NEITHER, PER_RUN, false),
    /** The most users that meet every limit, as a search finds it: of a whole search, not of a load. */
    CAPACITY("capacity", Unit.USERS, HIGHER, PER_RUN, false),
    /** The highest request rate that meets every limit, as a search finds it: of a whole search, not of a load. */
    CAPACITY_RATE("capacityRate", Unit.REQUESTS_PER_SECOND, HIGHER, PER_RUN, false),
    /** Body bytes of the answer. */
    RESPONSE_BYTES("bytes", Unit.BYTES, NEITHER, PER_REQUEST, false),
    /** Prompt tokens as the server counts them. */
    PROMPT_TOKENS("promptTokens", Unit.TOKENS, NEITHER, PER_REQUEST, false),
    /** Output tokens: see the definition of token sources. */
    OUTPUT_TOKENS("outputTokens", Unit.TOKENS, NEITHER, PER_REQUEST, false),
    /** Unicode code points of output. */
    OUTPUT_CHARS("outputChars", Unit.CHARS, NEITHER, PER_REQUEST, false),
    /** Queueing as the server states it, never mixed with the client's times. */
    SERVER_QUEUE("serverQueue", Unit.MILLISECONDS, LOWER, PER_REQUEST, false),
    /** Prefill as the server states it. */
    SERVER_PREFILL("serverPrefill", Unit.MILLISECONDS, LOWER, PER_REQUEST, false),
    /** Decoding as the server states it. */
    SERVER_DECODE("serverDecode", Unit.MILLISECONDS, LOWER, PER_REQUEST, false),
    /** Time to first token by the server's own clock: queueing, loading and prefill, as far as it states them. */
    SERVER_TTFT("serverTtft", Unit.MILLISECONDS, LOWER, PER_REQUEST, false),
    /** Time per output token after the first, by the server's own clock: its decoding / (output tokens − 1). */
    SERVER_TPOT("serverTpot", Unit.MILLISECONDS, LOWER, PER_REQUEST, false),
    /** Time per token exactly as the server states it, by whatever formula: some count the first token and its prefill. */
    SERVER_TIME_PER_TOKEN("serverTimePerToken", Unit.MILLISECONDS, LOWER, PER_REQUEST, false),
    /** Prefill and decoding together as the server states it, without queueing. */
    SERVER_INFERENCE("serverInference", Unit.MILLISECONDS, LOWER, PER_REQUEST, false),
    /** Everything from arrival to answer as the server states it. */
    SERVER_TOTAL("serverTotal", Unit.MILLISECONDS, LOWER, PER_REQUEST, false),
    /** Checking and tokenising of the request as the server states it. */
    SERVER_VALIDATION("serverValidation", Unit.MILLISECONDS, LOWER, PER_REQUEST, false),
    /** Loading of the model as the server states it: large in the first request to some servers. */
    SERVER_LOAD("serverLoad", Unit.MILLISECONDS, LOWER, PER_REQUEST, false);

    /** What one sample of a metric stands for. */
    public enum Shape {
        /** One sample per request. */
        PER_REQUEST,
        /** One sample per gap between events. */
        PER_GAP,
        /** One number per run: it has no statistic. */
        PER_RUN
    }

    private final String jsonName;
    private final Unit unit;
    private final Direction better;
    private final Shape shape;
    private final boolean needsStream;

    Metric(String jsonName, Unit unit, Direction better, Shape shape, boolean needsStream) {
        this.jsonName = jsonName;
        this.unit = unit;
        this.better = better;
        this.shape = shape;
        this.needsStream = needsStream;
    }

    /**
     * Returns the name used in expressions, JSON, reports and baselines.
     *
     * @return the name, such as {@code ttft}
     */
    public String jsonName() {
        return jsonName;
    }

    /**
     * Returns the unit of all values of this metric.
     *
     * @return the unit
     */
    public Unit unit() {
        return unit;
    }

    /**
     * Returns which way this metric improves.
     *
     * @return the direction
     */
    public Direction better() {
        return better;
    }

    /**
     * Returns what one sample stands for.
     *
     * @return the shape
     */
    public Shape shape() {
        return shape;
    }

    /**
     * Returns whether this metric is a distribution, so that a mean or percentile of it exists.
     *
     * @return false for rates and other numbers of which a run has one
     */
    public boolean hasDistribution() {
        return shape != PER_RUN;
    }

    /**
     * Returns whether this metric exists only where answers are streamed. It is never derived from {@link #E2E}.
     *
     * @return true for ttft, ttfo, ttfe, tpot and itl
     */
    public boolean needsStream() {
        return needsStream;
    }

    /**
     * Returns whether this is what a server says of itself, so that it exists only where the server says it.
     *
     * @return true for serverQueue, serverTtft, serverTpot and the like
     */
    public boolean isServers() {
        return jsonName.startsWith("server");
    }

    /**
     * Returns whether this is what a search over many loads finds, so that no single load has it.
     *
     * @return true for capacity and capacityRate
     */
    public boolean isOfSearch() {
        return this == CAPACITY || this == CAPACITY_RATE;
    }

    /**
     * Returns whether a limit on a percentile counts every failed request as infinitely slow, so that a server that
     * drops traffic cannot look fast.
     *
     * @return true for ttft, ttfo, tpot and e2e
     */
    public boolean failuresAreInfinite() {
        return this == TTFT || this == TTFO || this == TPOT || this == E2E;
    }

    /**
     * Finds a metric by its {@link #jsonName()}.
     *
     * @param name the exact name
     * @return the metric, or empty when there is none of that name
     */
    public static Optional<Metric> named(String name) {
        return Arrays.stream(values()).filter(m -> m.jsonName.equals(name)).findFirst();
    }

    /**
     * Returns all names, in the order of definition.
     *
     * @return the names of all metrics
     */
    public static List<String> names() {
        return Arrays.stream(values()).map(Metric::jsonName).toList();
    }

    @Override
    public String toString() {
        return jsonName;
    }
}
