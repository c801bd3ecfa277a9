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
 * The relative guard: how a run is compared with runs stored earlier. On by default for every load;
 * {@code @Baseline(Toggle.OFF)} switches it off.
 *
 * @since 0.1
 */
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@ExtendWith(NeedsLoad.class)
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

    /**
     * Tag of stored runs that each run is also compared with, against slow drift: a change of half a percent per commit is
     * too small for the newest runs to show. A run gets its tag with {@code -Dllmperf.baseline.tag}. Default none.
     *
     * @return letters, digits and {@code . - _ /}, such as {@code "v1.2"}; empty leaves it to enclosing settings
     */
    String anchor() default "";

    /**
     * Most trials of one test, where its target comes from a {@link TargetSource}: as long as a measure is a regression, an
     * improvement, or undecided and worse by half its tolerance or more, the target is started anew and loaded once more.
     * Any other target gets one trial, and the report says so. Default 1.
     *
     * @return 1 to 10; 0 leaves it to enclosing settings
     */
    int trials() default 0;
}
