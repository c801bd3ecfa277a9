package io.github.llmperf;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * The relative guard: how a run is compared with runs stored earlier. On by default for every load;
 * {@code @Baseline(Toggle.OFF)} switches it off.
 *
 * @since 0.1
 */
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@API(status = Status.EXPERIMENTAL, since = "0.1")
public @interface Baseline {

    /**
     * Whether runs are compared at all. Default on.
     *
     * @return the switch
     */
    Toggle value() default Toggle.UNSET;

    /**
     * Worsening that is accepted. Default {@code "10%"}.
     *
     * @return percent, above 0; empty leaves it to enclosing settings
     */
    String tolerance() default "";

    /**
     * Worsening that is accepted for percentiles of 90 and above. Default {@code "15%"}.
     *
     * @return percent, above 0; empty leaves it to enclosing settings
     */
    String tailTolerance() default "";

    /**
     * Measures that are compared. Default {@code ttft.p50, ttft.p90, tpot.p50, outputTokenRate}; without streaming
     * {@code e2e.p50, e2e.p90, outputTokenRate}.
     *
     * @return measures such as {@code "e2e.p95"}; empty leaves it to enclosing settings
     */
    String[] gated() default {};
}
