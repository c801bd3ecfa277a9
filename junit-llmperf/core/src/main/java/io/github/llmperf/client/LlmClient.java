package io.github.llmperf.client;

import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.Workload;
import java.util.Optional;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Sends requests to one target and reads its answers. Safe for use by many threads. */
@API(status = Status.INTERNAL, since = "0.1")
public interface LlmClient extends AutoCloseable {

    /**
     * Sends a request and reads its answer to the end. Never throws for what the server or the network does: that is a
     * {@link RequestRecord#failure()}.
     *
     * @return the record, successful or not
     */
    RequestRecord send(PlannedRequest request);

    /** Ends all requests under way: each returns with {@code CANCELLED}, and so does any further one until {@link #ready}. */
    void cancelAll();

    /** A load begins: requests are sent again after any cancellation, and the waits are counted from zero. */
    default void ready() {}

    /**
     * Returns what the client saw of its own reading since {@link #ready}; asked once, at the load's end.
     *
     * @return times and counts; none where nothing is sent for real
     */
    default AnswerWaits takeWaits() {
        return AnswerWaits.NONE;
    }

    /**
     * Opens a client for another target that shares this one's socket factory and reading thread: a delay affects both
     * alike.
     *
     * @return the client, to be closed before this one; empty where nothing is shared, since nothing is sent for real
     * @throws IllegalArgumentException if the dialect does not exist, or target or workload ask for what it cannot say
     */
    default Optional<LlmClient> beside(Target other, Workload workload) {
        return Optional.empty();
    }

    /** Closes all connections. */
    @Override
    void close();
}
