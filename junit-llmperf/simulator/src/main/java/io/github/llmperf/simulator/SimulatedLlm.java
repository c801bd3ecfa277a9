package io.github.llmperf.simulator;

import io.github.llmperf.Api;
import io.github.llmperf.LlmTarget;
import io.github.llmperf.simulator.engine.Routing;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Starts a simulated LLM server as the target of a class of load tests. One server serves all tests of the class; it is
 * a {@link SimulatedServer} on a free port of this machine. Works as a meta-annotation.
 *
 * <pre>{@code
 * @SimulatedLlm(slots = 8, tooManyRequests = "every 50")
 * class ChatLatencyTest {
 *     @LlmLoad(users = 20)
 *     @Sla(ttftP90 = "500ms", errorRate = "5%")
 *     void staysResponsive() {}
 * }
 * }</pre>
 *
 * <p>Unless {@link #batchSize()} says otherwise, the engine batches continuously: it computes step after step, and each request being computed gets one token per
 * step. A step takes {@code stepMillis + prefillMillis · prompt tokens read + decodeMillis · requests taking part}. With
 * the defaults the first token of a short prompt comes after about 30 ms and the others every 5 to 10 ms.
 *
 * <p>Repeated on a class, with a {@link #name()} each, it sweeps settings of servers: every load test runs on each.
 *
 * <p>The configuration parameter {@value SimulatedTargetSource#SLOW_FACTOR_KEY} multiplies {@link #slowFactor()}:
 * {@code mvn test -Dllmperf-sim.slowFactor=2} shows what a server at half the speed does to the verdicts. The target
 * carries the label {@code engine=simulator}; none of the settings below is part of a baseline's identity except the
 * model's name.
 *
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
@Documented
@Inherited
@Repeatable(SimulatedLlms.class)
@LlmTarget(from = SimulatedTargetSource.class)
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface SimulatedLlm {

    /** The state of a number that is not set here. */
    int UNSET = Integer.MIN_VALUE;

    /**
     * Name of the server where a class has several: each load test is run on each of them, one after the other. Letters,
     * digits, {@code -} and {@code _}; no two of a class have the same.
     *
     * @return the name; empty for the only server of a class
     */
    String name() default "";

    /**
     * Labels of the target, as {@code "gpu=A100"}: part of a baseline's identity, and axes of a matrix over several servers.
     *
     * @return the labels, beside {@code engine=simulator}
     */
    String[] labels() default {};

    /**
     * Name of the model, not blank; requests for another one get status 404.
     *
     * @return the name
     */
    String model() default SimulatedServerBuilder.DEFAULT_MODEL;

    /**
     * How the load speaks to the server, which has a face for each: {@link Api#OPENAI_CHAT}, {@link Api#OPENAI_COMPLETIONS},
     * {@link Api#TGI_GENERATE}, {@link Api#DJL_INVOCATIONS} or {@link Api#VLLM_GENERATE}.
     *
     * @return the dialect's name
     */
    String api() default Api.OPENAI_CHAT;

    /**
     * Most tokens of prompt and answer together, 2 or more; longer requests get status 400.
     *
     * @return tokens; {@link #UNSET} for the profile's, without one 32,768
     */
    int maxModelLen() default UNSET;

    /**
     * Requests computed together, 1 or more; others wait.
     *
     * @return number of requests; {@link #UNSET} for the profile's, without one 64
     */
    int slots() default UNSET;

    /**
     * Requests that may wait beyond the slots, 0 or more; the next one gets status 503.
     *
     * @return number of requests; {@link #UNSET} for the profile's, without one no limit
     */
    int queueLimit() default UNSET;

    /**
     * Tokens computed in one step, at least as many as slots; longer prompts are read in several steps.
     *
     * @return tokens; {@link #UNSET} for the profile's, without one 8,192
     */
    int maxBatchedTokens() default UNSET;

    /**
     * Time between the arrival of a request and its readiness for a step, 0 or more; not taken from other requests.
     *
     * @return milliseconds; not a number for the profile's, without one 20
     */
    double arrivalMillis() default Double.NaN;

    /**
     * Cost of each step, whatever is in it, 0 or more.
     *
     * @return milliseconds; not a number for the profile's, without one 5
     */
    double stepMillis() default Double.NaN;

    /**
     * Cost that each prompt token adds to the step that reads it, 0 or more.
     *
     * @return milliseconds; not a number for the profile's, without one 0.02
     */
    double prefillMillis() default Double.NaN;

    /**
     * Cost that each request adds to a step that it takes part in, 0 or more.
     *
     * @return milliseconds; not a number for the profile's, without one 0.05
     */
    double decodeMillis() default Double.NaN;

    /**
     * Cost that each token held by a request adds to a step that it takes part in, 0 or more: attention looks at all of them.
     *
     * @return milliseconds; not a number for the profile's, without one 0
     */
    double contextMillis() default Double.NaN;

    /**
     * Whether long prompts are read in chunks, beside requests that are being decoded; otherwise each is read whole, in a
     * step of its own in which nobody gets a token, and {@link #maxBatchedTokens()} must be at least {@link #maxModelLen()}.
     *
     * @return true for chunks
     */
    boolean chunkedPrefill() default true;

    /**
     * Tokens whose keys and values fit into memory, at least {@link #maxModelLen()}. When it is full, the youngest request
     * waits again and is computed anew.
     *
     * @return tokens; {@link #UNSET} for the profile's, without one no limit
     */
    int kvTokens() default UNSET;

    /**
     * Whether beginnings of prompts that were read before need not be read again.
     *
     * @return true for a cache of prefixes
     */
    boolean prefixCaching() default false;

    /**
     * Requests computed together in a batch that lasts as long as its longest answer, as DJL Serving and Triton do it; 1
     * serves one request after the other. {@link #slots()}, {@link #maxBatchedTokens()}, {@link #chunkedPrefill()},
     * {@link #kvTokens()} and {@link #prefixCaching()} then mean nothing, and requests that nobody waits for any more are
     * served all the same.
     *
     * @return number of requests; {@link #UNSET} for the profile's, without one none, an engine that batches continuously
     */
    int batchSize() default UNSET;

    /**
     * Longest wait of the first request of a batch for others, 0 or more, counted from when the engine is free. Must be 0
     * for an engine that batches continuously.
     *
     * @return milliseconds; not a number for the profile's, without one 0
     */
    double batchDelayMillis() default Double.NaN;

    /**
     * Copies of the engine behind a router, 1 or more.
     *
     * @return number of instances; {@link #UNSET} for the profile's, without one 1
     */
    int instances() default UNSET;

    /**
     * How the router in front of several instances chooses one for each request.
     *
     * @return each in turn, any, or the one with fewest requests under way
     */
    Routing routing() default Routing.ROUND_ROBIN;

    /**
     * A file, or a profile under {@code llmperf/profiles} on the class path, that says what is known of an engine on its
     * hardware. Attributes that are set replace what it says.
     *
     * @return the name; empty for none
     */
    String profile() default "";

    /**
     * Seconds of the engine in a second of the clock, above 0: a study of hours is done in minutes. Divide pauses, durations
     * and time-outs of the load by it, and multiply what is measured.
     *
     * @return factor
     */
    double timeScale() default 1;

    /**
     * Mean length of answers that nothing else limits, 4 or more. Lengths spread evenly from half to one and a half
     * times the mean and depend on the prompt, not on a nonce in front of it.
     *
     * @return tokens
     */
    int meanOutputTokens() default 64;

    /**
     * What lengths and words of answers and shares of faults are drawn by.
     *
     * @return any number
     */
    long seed() default 1;

    /**
     * What all times of the engine are multiplied with, above 0; 2 is half the speed.
     *
     * @return factor
     */
    double slowFactor() default 1;

    /**
     * Requests refused with status 429 and {@code Retry-After}: {@code "every 10"} or a share such as {@code "5%"}.
     *
     * @return the rate; empty for never
     */
    String tooManyRequests() default "";

    /**
     * Requests refused with status 500: {@code "every 10"} or a share such as {@code "5%"}.
     *
     * @return the rate; empty for never
     */
    String serverError() default "";

    /**
     * Streams that end with an error, in the way of the server whose face is asked (with {@code openai-chat}: an error event
     * followed by {@code [DONE]}), and whole answers that become one: {@code "every 10"} or a share such as
     * {@code "5%"}.
     *
     * @return the rate; empty for never
     */
    String streamError() default "";

    /**
     * Connections closed in the middle of an event: {@code "every 10"} or a share such as {@code "5%"}.
     *
     * @return the rate; empty for never
     */
    String cut() default "";

    /**
     * Streams that fall silent and stay open: {@code "every 10"} or a share such as {@code "5%"}.
     *
     * @return the rate; empty for never
     */
    String stall() default "";

    /**
     * Value of {@code Retry-After} of a 429, 0 or more.
     *
     * @return seconds
     */
    int retryAfterSeconds() default 1;

    /**
     * Tokens sent whole before a fault in mid-stream, 0 or more; a shorter answer breaks at its last token.
     *
     * @return tokens
     */
    int faultAfterTokens() default 3;
}
