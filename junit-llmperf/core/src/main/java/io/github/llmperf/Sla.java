package io.github.llmperf;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Absolute limits. A broken one fails the test, and all broken ones stand in one message. Limits of class and method are
 * added up; the nearer one replaces a limit on the same measure.
 *
 * <p>A bare name is the mean. Percentiles of ttft, tpot and e2e count each failed request as infinitely slow. A limit on a
 * measure without samples is broken.
 *
 * @since 0.1
 */
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@ExtendWith(NeedsLoad.class)
@API(status = Status.EXPERIMENTAL, since = "0.1")
public @interface Sla {

    /**
     * Largest mean time to first token, such as {@code "100ms"}.
     *
     * @return a value with unit; empty sets no limit
     */
    String ttft() default "";

    /**
     * Largest 50th percentile of the time to first token.
     *
     * @return a value with unit; empty sets no limit
     */
    String ttftP50() default "";

    /**
     * Largest 90th percentile of the time to first token.
     *
     * @return a value with unit; empty sets no limit
     */
    String ttftP90() default "";

    /**
     * Largest 95th percentile of the time to first token.
     *
     * @return a value with unit; empty sets no limit
     */
    String ttftP95() default "";

    /**
     * Largest 99th percentile of the time to first token.
     *
     * @return a value with unit; empty sets no limit
     */
    String ttftP99() default "";

    /**
     * Largest mean time per output token, such as {@code "100ms"}.
     *
     * @return a value with unit; empty sets no limit
     */
    String tpot() default "";

    /**
     * Largest 50th percentile of the time per output token.
     *
     * @return a value with unit; empty sets no limit
     */
    String tpotP50() default "";

    /**
     * Largest 90th percentile of the time per output token.
     *
     * @return a value with unit; empty sets no limit
     */
    String tpotP90() default "";

    /**
     * Largest 95th percentile of the time per output token.
     *
     * @return a value with unit; empty sets no limit
     */
    String tpotP95() default "";

    /**
     * Largest 99th percentile of the time per output token.
     *
     * @return a value with unit; empty sets no limit
     */
    String tpotP99() default "";

    /**
     * Largest mean gap between token events, such as {@code "100ms"}.
     *
     * @return a value with unit; empty sets no limit
     */
    String itl() default "";

    /**
     * Largest 50th percentile of the gap between token events.
     *
     * @return a value with unit; empty sets no limit
     */
    String itlP50() default "";

    /**
     * Largest 90th percentile of the gap between token events.
     *
     * @return a value with unit; empty sets no limit
     */
    String itlP90() default "";

    /**
     * Largest 95th percentile of the gap between token events.
     *
     * @return a value with unit; empty sets no limit
     */
    String itlP95() default "";

    /**
     * Largest 99th percentile of the gap between token events.
     *
     * @return a value with unit; empty sets no limit
     */
    String itlP99() default "";

    /**
     * Largest mean end-to-end latency, such as {@code "100ms"}.
     *
     * @return a value with unit; empty sets no limit
     */
    String e2e() default "";

    /**
     * Largest 50th percentile of the end-to-end latency.
     *
     * @return a value with unit; empty sets no limit
     */
    String e2eP50() default "";

    /**
     * Largest 90th percentile of the end-to-end latency.
     *
     * @return a value with unit; empty sets no limit
     */
    String e2eP90() default "";

    /**
     * Largest 95th percentile of the end-to-end latency.
     *
     * @return a value with unit; empty sets no limit
     */
    String e2eP95() default "";

    /**
     * Largest 99th percentile of the end-to-end latency.
     *
     * @return a value with unit; empty sets no limit
     */
    String e2eP99() default "";

    /**
     * Largest mean response time, failed requests included, such as {@code "100ms"}.
     *
     * @return a value with unit; empty sets no limit
     */
    String responseTime() default "";

    /**
     * Largest 50th percentile of the response time, failed requests included.
     *
     * @return a value with unit; empty sets no limit
     */
    String responseTimeP50() default "";

    /**
     * Largest 90th percentile of the response time, failed requests included.
     *
     * @return a value with unit; empty sets no limit
     */
    String responseTimeP90() default "";

    /**
     * Largest 95th percentile of the response time, failed requests included.
     *
     * @return a value with unit; empty sets no limit
     */
    String responseTimeP95() default "";

    /**
     * Largest 99th percentile of the response time, failed requests included.
     *
     * @return a value with unit; empty sets no limit
     */
    String responseTimeP99() default "";

    /**
     * Largest part of requests that may fail, such as {@code "1%"}. 1 % holds unless stated.
     *
     * @return a value with unit; empty sets no limit
     */
    String errorRate() default "";

    /**
     * Smallest part of requests that must meet every per-request limit, such as {@code "99%"}.
     *
     * @return a value with unit; empty sets no limit
     */
    String attainment() default "";

    /**
     * Smallest rate of successful requests, such as {@code "5/s"}.
     *
     * @return a value with unit; empty sets no limit
     */
    String requestRate() default "";

    /**
     * Smallest rate of output tokens, such as {@code "500/s"}.
     *
     * @return a value with unit; empty sets no limit
     */
    String outputTokenRate() default "";

    /**
     * Limits on any other measure, such as {@code "itl.p99.9 < 400ms"} or {@code "serverTtft.p90 <= 1s"}.
     *
     * @return expressions of measure, one of {@code < <= > >=}, and a value with unit
     */
    String[] require() default {};

    /**
     * Largest ttft with which a single request still counts towards goodput and attainment.
     *
     * @return a value with unit; empty sets no limit
     */
    String eachTtft() default "";

    /**
     * Largest tpot with which a single request still counts towards goodput and attainment.
     *
     * @return a value with unit; empty sets no limit
     */
    String eachTpot() default "";

    /**
     * Largest e2e with which a single request still counts towards goodput and attainment.
     *
     * @return a value with unit; empty sets no limit
     */
    String eachE2e() default "";
}
