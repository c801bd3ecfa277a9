package io.github.llmperf;

import io.github.llmperf.run.StageResults;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/**
 * Makes a method a load test: the load runs after {@code @BeforeEach}, is judged against {@link Sla} and stored baselines,
 * and then the method's body runs, with the {@link LoadResult} when it asks for it.
 *
 * <p>It is the test annotation itself; {@code @Test}, {@code @RepeatedTest} or {@code @ParameterizedTest} beside it is
 * refused. Arrays span a matrix: one invocation per combination. Every attribute can be set class-wide by
 * {@link LlmDefaults} and overridden by the configuration parameter {@code llmperf.<attribute>}.
 *
 * <pre>{@code
 * @LlmLoad(users = 20, prompt = "rag", maxNewTokens = 512)
 * @Sla(ttftP90 = "3s", tpot = "100ms")
 * void staysResponsive() {}
 * }</pre>
 *
 * @since 0.1
 */
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@TestTemplate
@ExtendWith(LlmLoadExtension.class)
@Tag("llmperf")
@ResourceLock(Resources.GLOBAL)
@API(status = Status.EXPERIMENTAL, since = "0.1")
public @interface LlmLoad {

    /** The state of a number that is not set here. */
    int UNSET = Integer.MIN_VALUE;

    /** The state of a long number that is not set here. */
    long UNSET_LONG = Long.MIN_VALUE;

    /**
     * Concurrent users of a closed loop: each sends its next request when the last one has been answered. Several values
     * span a matrix. Must be 1 or more; default 1.
     *
     * @return numbers of users; empty leaves it to enclosing settings
     */
    int[] users() default {};

    /**
     * Requests per second of an open loop, as {@code "32/s"}, or {@code "inf"} for all at once. Latency then counts from the
     * scheduled moment. Must not stand beside {@link #users()}.
     *
     * @return the rate; empty leaves it to enclosing settings
     */
    String requestRate() default "";

    /**
     * Shape of an open loop's gaps: 1 (default) is Poisson, above 1 more even, below 1 burstier,
     * {@link Double#POSITIVE_INFINITY} even. Must be above 0.
     *
     * @return the gamma shape; not a number leaves it to enclosing settings
     */
    double burstiness() default Double.NaN;

    /**
     * Most requests of an open loop under way at once; further ones wait, and their waiting counts. Must be 1 or more; no cap
     * by default.
     *
     * @return the cap; {@link #UNSET} leaves it to enclosing settings
     */
    int maxInFlight() default UNSET;

    /**
     * Loads that follow each other without a break in one test, each measured and judged by itself:
     * {@code {"5 users for 1m", "20 users for 2m", "8/s for 30s"}}. Takes the place of {@link #users()},
     * {@link #requestRate()}, {@link #requests()} and {@link #duration()}; the body takes {@link StageResults}. None by
     * default.
     *
     * @return users or a rate, and for how long; empty leaves it to enclosing settings
     */
    String[] stages() default {};

    /**
     * Measured requests to send. Must be 1 or more; by default the run goes on until {@code max(100, 5 × users)} measured
     * requests have ended. With {@link #duration()}, whatever comes first ends the run.
     *
     * @return number of requests; {@link #UNSET} leaves it to enclosing settings
     */
    int requests() default UNSET;

    /**
     * Length of the measurement, such as {@code "5m"}.
     *
     * @return a time with unit; empty leaves it to enclosing settings
     */
    String duration() default "";

    /**
     * End of the load, whatever else is set. Default {@code "5m"}, or the duration and a minute where that is longer; with
     * {@link #stages()} of all together, by default their times and a minute for each.
     *
     * @return a time with unit; empty leaves it to enclosing settings
     */
    String maxDuration() default "";

    /**
     * Which part of the run is measured. Default {@link Window#STEADY}.
     *
     * @return the window
     */
    Window window() default Window.UNSET;

    /**
     * What each user sends before the measurement: {@code "2"} requests, or for {@code "30s"}; {@code "0"} is none. Default one
     * request per user. Users go over to measuring without a pause.
     *
     * @return requests or a time; empty leaves it to enclosing settings
     */
    String warmup() default "";

    /**
     * How long the load goes on after the measurement, such as {@code "10s"}, so that the measured requests still under way
     * end under the same load; what is sent then is not measured. Default none.
     *
     * @return a time with unit; empty leaves it to enclosing settings
     */
    String cooldown() default "";

    /**
     * Users started per second. Must be above 0; by default all start at once.
     *
     * @return users per second; not a number leaves it to enclosing settings
     */
    double spawnRate() default Double.NaN;

    /**
     * Users started in steps: {@code "10 every 30s"} starts ten users, and ten more each 30 s. Must not stand beside
     * {@link #spawnRate()}; by default all start at once.
     *
     * @return users and a time with unit; empty leaves it to enclosing settings
     */
    String ramp() default "";

    /**
     * How long a user waits between an answer and its next request: {@code "1s"}, or {@code "1s..3s"} for a uniform choice,
     * or {@code "exp(2s)"} for an exponential one of that mean, without an upper bound. Default none.
     *
     * @return one time, a range or an exponential mean; empty leaves it to enclosing settings
     */
    String thinkTime() default "";

    /**
     * Requests of one conversation: each user sends the answer it got and its next prompt after all that was said before, and
     * begins a new conversation after so many, or at the end of one that was recorded (ShareGPT), whose human turns it sends.
     * Needs an api that takes messages. Must be 1 or more; default 1, requests that stand alone.
     *
     * @return requests per conversation; {@link #UNSET} leaves it to enclosing settings
     */
    int turns() default UNSET;

    /**
     * Longest time of one request, from start to end; a longer one fails as TIMEOUT. Default {@code "60s"}.
     *
     * @return a time with unit; empty leaves it to enclosing settings
     */
    String timeout() default "";

    /**
     * Whether the load ends as soon as a limit can no longer be met, or requests pile up at the target faster than it answers
     * them. Default off: a full run measures more.
     *
     * @return the switch
     */
    Toggle abort() default Toggle.UNSET;

    /**
     * Most bytes of one answer, after decompression, such as {@code "64MB"} (1,024 × 1,024 bytes each); a larger answer fails
     * as PROTOCOL, so that an endless one costs neither time nor memory. {@code "1kB"} to {@code "16GB"}; default
     * derived from {@link #maxNewTokens()} and the prompt, which some servers repeat in every event, at most 256 MB. No part
     * of what makes runs comparable.
     *
     * @return a size with unit; empty leaves it to enclosing settings
     */
    String maxAnswerSize() default "";

    /**
     * Prompt sets, by name ({@code chat}, {@code rag}, {@code classifier}, {@code rewrite}, {@code continuation}, or your own under
     * {@code llmperf/prompts/} on the test class path) or by file, or made: {@code document-qa(docs/handbook.md)},
     * {@code shared-prefix(prefixes=8, questions=32)}. Several span a matrix. Default {@code chat}.
     *
     * @return names or files; empty leaves it to enclosing settings
     */
    String[] prompt() default {};

    /**
     * Exact length in characters (Unicode code points) that prompts are cut or built to. No nonce is added then.
     * Several span a matrix. Must be 1 or more.
     *
     * @return characters; empty leaves it to enclosing settings
     */
    int[] promptChars() default {};

    /**
     * Approximate length in tokens that prompts are cut or built to; what the server counted is reported. Several
     * span a matrix. Must be 1 or more.
     *
     * @return tokens; empty leaves it to enclosing settings
     */
    int[] promptTokens() default {};

    /**
     * Most tokens a request may produce. Several values span a matrix. Must be 1 or more; default 128.
     *
     * @return numbers of tokens; empty leaves it to enclosing settings
     */
    int[] maxNewTokens() default {};

    /**
     * Whether the server is told to produce exactly {@link #maxNewTokens()}. Default off.
     *
     * @return the switch
     */
    Toggle forceLength() default Toggle.UNSET;

    /**
     * Whether answers are streamed. Default on. Off: ttft, tpot and itl do not exist, and a limit on them is refused.
     *
     * @return the switch
     */
    Toggle stream() default Toggle.UNSET;

    /**
     * Sampling temperature, 0 to 10. Default 0.
     *
     * @return the temperature; not a number leaves it to enclosing settings
     */
    double temperature() default Double.NaN;

    /**
     * JSON object merged into each request body: tools, response_format, LoRA names and the like.
     *
     * @return a JSON object; empty leaves it to enclosing settings
     */
    String extraBody() default "";

    /**
     * System prompt sent before each prompt. Default none.
     *
     * @return the text; empty leaves it to enclosing settings
     */
    String systemPrompt() default "";

    /**
     * Whether prompts are made unique per run. Default {@link Cache#UNIQUE}.
     *
     * @return the choice
     */
    Cache cache() default Cache.UNSET;

    /**
     * Seed of every random choice: order of prompts, think times, schedules. Fixed by default.
     *
     * @return the seed; {@link #UNSET_LONG} leaves it to enclosing settings
     */
    long seed() default UNSET_LONG;

    /**
     * How often the load is run within the test, one after the other, each with its own warm-up. Repetitions share one start
     * of the server, so they are pooled and count as one run. Must be 1 or more; default 1.
     *
     * @return the number; {@link #UNSET} leaves it to enclosing settings
     */
    int repetitions() default UNSET;

    /**
     * Budget of prompt and output tokens: a plan expected to spend more is refused before it starts. No budget by default.
     *
     * @return tokens, 1 or more; {@link #UNSET_LONG} leaves it to enclosing settings
     */
    long maxTokens() default UNSET_LONG;
}
