package io.github.llmperf;

import io.github.llmperf.plan.Target;
import java.util.List;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Starts, finds or describes the endpoint that a test class loads: a container, a process, the embedded simulator.
 * Named in {@code @LlmTarget(from = …)}, which also works as a meta-annotation. A source needs a constructor without
 * parameters. As a rule one instance serves all tests of a class: it is started before the first load and closed after the
 * last test of the class.
 *
 * <p>Where a test may have several trials ({@link Baseline#trials()}, {@code llmperf.trials}) or is calibrated, each trial
 * after the first closes the instance, makes another one and starts it, since how much one start of a server differs from
 * the next is what trials are there to tell. So {@code close} must free everything that {@code start} took, ports and
 * memory of an accelerator too, and the endpoint may lie elsewhere afterwards. The tests that follow load the one started
 * last.
 *
 * <p>A source of {@linkplain #targets several targets} is closed and made anew for each: one of them runs at a time. Where
 * one of them is compared with another ({@link LlmCompare#with()}), it is closed and made anew for each load. A source that
 * only finds servers should name none of them: they are then not started anew, although the report says so.
 *
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public interface TargetSource extends AutoCloseable {

    /**
     * Makes the endpoint ready and says where it is.
     *
     * @param context the test class, its annotations and the configuration
     * @return the endpoint
     * @throws Exception if it cannot be made ready; the test then fails with that reason, and {@link #close()} is called
     */
    Target start(TargetContext context) throws Exception;

    /**
     * Names the targets that this source can start, where there are several: each load test of the class is then run on each
     * of them, one after the other, and {@link TargetContext#target()} says which one to start. A name of
     * {@link LlmTarget#name()} comes first. Asked before anything is started, on an instance that may not be started at all.
     *
     * @param context the test class, its annotations and the configuration
     * @return names of letters, digits, {@code -} and {@code _}, each once; empty for a source of one target
     */
    default List<String> targets(TargetContext context) {
        return List.of();
    }

    /** Stops what was started. */
    @Override
    default void close() {}
}
