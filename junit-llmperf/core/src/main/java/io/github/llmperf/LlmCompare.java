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
 * Judges the load against a second target that is measured in the same run, instead of against stored runs. The loads
 * alternate, A B B A A B B A, where A is the test's own target: what disturbs the machine or the network disturbs both, and
 * cancels. The rules are those of {@link Baseline}, whose tolerances and gated measures apply, with pairs of loads in the
 * place of stored runs. Limits of {@link Sla} are judged on the test's own target only. No stored run is looked at, and none
 * is added.
 *
 * <pre>{@code
 * @LlmTarget(name = "candidate")
 * @LlmCompare(with = "production")
 * class NewReleaseTest {
 *     @LlmLoad(users = 8, requests = 100)
 *     void isNoSlower() {}
 * }
 * }</pre>
 *
 * <p>On a class or a load test: {@link #with()} says the second target. On a field or a method without parameters: its value
 * is the second target of all load tests of the class, a {@link java.net.URI}, a {@link String} or a
 * {@link io.github.llmperf.plan.Target}, read after {@code @BeforeEach} (servers that the test starts). A {@code with} that
 * is set comes first.
 *
 * <p>Two servers that keep running are one start of each: unchanged servers differ by the luck of their starts, too, and
 * that counts as a change. Where the test's own target comes from a {@link TargetSource} and {@link #with()} is another of
 * its {@linkplain TargetSource#targets targets}, both are started anew for each pair, one at a time, and starts are what is
 * compared: how far they differ by luck is then in the differences. That takes a start for each load, and one more. The
 * other targets of the source are the test's own, each in turn.
 *
 * <p>What is not set for the second target (api, model, headers, key, proxy, certificates, waitFor) is as that of the test's
 * own target. Labels and the metrics url are never taken over, and a whole {@code Target} is taken as it is.
 *
 * @since 0.1
 */
@Target({ElementType.TYPE, ElementType.FIELD, ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@ExtendWith(NeedsLoad.class)
@API(status = Status.EXPERIMENTAL, since = "0.1")
public @interface LlmCompare {

    /**
     * The second target: the name of one whose settings come from {@code llmperf.target.<name>.*}, or a url, in which
     * {@code ${NAME}} stands for the environment variable of that name. A text of letters, digits, {@code -} and {@code _}
     * is a name, anything else a url. Where no url of a named target is set, the tests are skipped with that reason. The
     * name of another target of the test's own source is that target, started by the source; a url set for it is an error.
     *
     * @return the name or the url; empty leaves it to enclosing settings, or to a field or method
     */
    String with() default "";

    /**
     * Pairs of loads, each of one load on either target with its own warm-up. Must be 2 to 100; default 8, which shows a
     * slowdown of a fifth unless loads differ by a tenth of themselves.
     *
     * @return the number; {@link LlmLoad#UNSET} leaves it to enclosing settings
     */
    int pairs() default LlmLoad.UNSET;
}
