package io.github.llmperf;

import io.github.llmperf.plan.Target;
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

    /** Stops what was started. */
    @Override
    default void close() {}
}
