package io.github.llmperf.publish;

import java.io.IOException;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Brings what a load test came to somewhere else: to a dashboard, a chat, a database. Implementations are found by
 * {@link java.util.ServiceLoader}: name the class in
 * {@code META-INF/services/io.github.llmperf.publish.Publisher}, and give it a public constructor without parameters.
 *
 * <p>A publisher is called once for each load that was judged, with a search once for all of its loads; on the thread of
 * the test, before the body of the test runs; after the files of the run were written. It never changes a verdict: what it
 * throws is printed as a warning, and the other publishers are called all the same. There is no limit in time, so what is
 * slow should set one, or be handed to another thread. {@code docs/extending.md} shows one that can be copied, which sends to
 * an OpenTelemetry collector.
 *
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
@FunctionalInterface
public interface Publisher {

    /**
     * Publishes a run.
     *
     * @param run what was asked for, measured and judged
     * @throws IOException if the place cannot be reached; its message is printed
     */
    void publish(JudgedRun run) throws IOException;
}
