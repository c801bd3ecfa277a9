package io.github.llmperf;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Runs the rows of a published table instead of a matrix, and tells for each number of the table how near the run came to
 * it. The load tests of the class run once for each row of the file.
 *
 * <pre>{@code
 * @LlmTarget(name = {"plain", "batching"})
 * @LlmStudy("batching")
 * class BatchingStudyTest {
 *     @LlmLoad(thinkTime = "1s..5s", duration = "5m", timeout = "60s", window = Window.WHOLE_RUN)
 *     @Sla(errorRate = "100%")
 *     void row() {}
 *
 *     @AfterAll
 *     static void conclude(StudyResult study) {
 *         study.conclude("batching serves more", study.row("target=batching").measured("requestRate")
 *                 > study.row("target=plain").measured("requestRate"), "requests/s of both");
 *     }
 * }
 * }</pre>
 *
 * <p>The file is a CSV table in UTF-8. A column is an attribute of {@link LlmLoad}, or {@code target}: the name of one of
 * the class's targets; these are the settings of each run, and come before what annotations say. All other columns are
 * published numbers: a {@linkplain io.github.llmperf.metric.Measure measure} such as {@code requestRate} or
 * {@code e2e.p50}, with another unit as {@code e2e.p50 [s]} and another closeness as {@code e2e.p50 ±25%}, or one of the
 * counts {@code attempted}, {@code succeeded}, {@code failed}, {@code seconds}, {@code promptTokenSum} and
 * {@code outputTokenSum}. Names that are both, such as {@code requestRate}, are settings as they stand and numbers with
 * their unit: {@code requestRate [requests/s]}. {@code label} names a run on axes, {@code note} says why one is listed but not drawn. Lines that
 * begin with {@code #} are comments, empty fields say nothing.
 *
 * <p>A number is inside when the run comes within 10 % of rates, counts and times of whole runs (failures: or 3), 15 % of
 * means and medians of latencies, 20 % from p75 on and 30 % from p99 on. {@code study.html} and {@code study.csv} lie in the
 * class's directory of results. What is outside fails nothing: assert {@link StudyResult#insideShare()} in a method with
 * {@code @AfterAll}.
 *
 * @since 0.1
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@ExtendWith(StudyExtension.class)
@API(status = Status.EXPERIMENTAL, since = "0.1")
public @interface LlmStudy {

    /**
     * The table: {@code llmperf/studies/<name>.csv} on the test class path, or a file by its path.
     *
     * @return name or path, not blank
     */
    String value();

    /**
     * Heading of the report.
     *
     * @return the heading; empty for the name of the class
     */
    String title() default "";

    /**
     * Seconds of the study in a second of the run, above 0, for a target whose clock is that much faster. Pauses, durations
     * and time-outs of the load are divided by it, its rates multiplied; what is measured is converted back. Times and
     * rates are then written as in the study. Limits of {@link Sla} on anything but {@code errorRate} are refused unless it
     * is 1. The configuration parameter {@code llmperf.study.timeScale} overrides it.
     *
     * @return factor
     */
    double timeScale() default 1;

    /**
     * Whether latencies are rounded before they are compared, as the load generator Locust prints them: to two digits, below
     * 100 ms to one millisecond.
     *
     * @return true to round
     */
    boolean locustRounding() default false;
}
