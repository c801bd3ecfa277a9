package io.github.llmperf;

import io.github.llmperf.plan.Target;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Starts, finds or describes the endpoint that a test class loads: a container, a process, the embedded simulator.
 * Named in {@code @LlmTarget(from = …)}, which also works as a meta-annotation. A source needs a constructor without
 * parameters. One instance serves all tests of a class; it is started before the first load and closed after the last
 * test of the class.
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
     * @throws Exception if it cannot be made ready; the tests of the class then fail with that reason
     */
    Target start(TargetContext context) throws Exception;

    /** Stops what was started. */
    @Override
    default void close() {}
}
