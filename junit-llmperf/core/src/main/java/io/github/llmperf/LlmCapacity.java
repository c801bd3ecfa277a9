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
 * Makes a load test a search for the most users, or the highest request rate, that meet the limits of {@link Sla}. The load
 * beside it says everything but how much: it is run with more and more users until a limit breaks, and then with numbers in
 * between. Take a {@link CapacityResult} as a parameter to assert what was found.
 *
 * <pre>{@code
 * @LlmLoad(prompt = "chat", maxNewTokens = 285, thinkTime = "1s..3s", requests = 250)
 * @LlmCapacity(users = "1..1000", planned = 10_000)
 * @Sla(ttft = "3s", tpot = "100ms")
 * void carriesNinetyUsers(CapacityResult capacity) {
 *     assertThat(capacity).atLeast(90);
 * }
 * }</pre>
 *
 * <p>A number of users is accepted when all limits are met with {@link #certainty()}, as far as the spread inside the runs
 * and between them tells; one that is too close to a limit is run a second time, and both runs count together. The limit on
 * errors is judged by the part that failed. The search ends when accepted and not accepted lie within {@link #resolution()}
 * of each other, or after {@link #maxRuns()} loads. When the smallest number already breaks a limit, the test fails.
 *
 * <p>What was found is guarded by stored searches as a load is by stored runs, by the rules of {@link Baseline}, whose
 * {@code gated} measures and {@code trials} have no effect. {@code users}, {@code requestRate}, {@code stages} and
 * {@code repetitions} must not be set in the load, and {@link LlmCompare} must not stand beside it. Other axes of a matrix
 * remain: each cell is a search of its own.
 *
 * @since 0.1
 */
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@ExtendWith(NeedsLoad.class)
@API(status = Status.EXPERIMENTAL, since = "0.1")
public @interface LlmCapacity {

    /**
     * Fewest and most concurrent users to try, as in {@code "1..1000"}. Default {@code "1..1000"} unless
     * {@link #requestRate()} is set.
     *
     * @return the range; empty leaves it to enclosing settings
     */
    String users() default "";

    /**
     * Lowest and highest request rate to try, as in {@code "1/s..64/s"}: the load is then an open loop, and the capacity a
     * rate.
     *
     * @return the range; empty for users
     */
    String requestRate() default "";

    /**
     * Users, or requests per second, that nodes are counted for: each node carries what was found, less {@link #headroom()}.
     * The number of nodes is always rounded up.
     *
     * @return above 0; 0 for no plan
     */
    double planned() default 0;

    /**
     * Part of what a node carries that a plan keeps free, as in {@code "20%"}: {@code "0%"} to {@code "99%"}. Default none.
     *
     * @return the part; empty leaves it to enclosing settings
     */
    String headroom() default "";

    /**
     * How sure it must be that an accepted number of users meets the limits, {@code "50%"} to {@code "99.9%"}. Default
     * {@code "90%"}.
     *
     * @return the certainty; empty leaves it to enclosing settings
     */
    String certainty() default "";

    /**
     * How close accepted and not accepted must lie for the search to end, {@code "0.5%"} to {@code "100%"}; of users never
     * closer than one. Default {@code "5%"}.
     *
     * @return the distance; empty leaves it to enclosing settings
     */
    String resolution() default "";

    /**
     * Most loads to run, 3 to 100. Default 12.
     *
     * @return the number; {@link LlmLoad#UNSET} leaves it to enclosing settings
     */
    int maxRuns() default LlmLoad.UNSET;
}
