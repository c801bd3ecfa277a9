package io.github.llmperf.load;

import io.github.llmperf.client.RequestPhase;
import io.github.llmperf.client.RequestRecord;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Listens to the progress of a run; called on the load's threads, and must return quickly. */
@API(status = Status.INTERNAL, since = "0.1")
public interface LoadProgress {

    /** Ignores every event. */
    LoadProgress SILENT = record -> {};

    /**
     * A run begins. Told before its first request is sent.
     *
     * @param moment the run's start, in terms of its clock
     */
    default void started(long moment) {}

    /** A request is about to be sent. */
    default void sending(RequestPhase phase) {}

    /**
     * Sending has stopped; requests in flight continue. Called once, by the thread that watches the run.
     *
     * @param moment when sending stopped, on the run's clock
     */
    default void quiet(long moment) {}

    /** A request has ended. */
    void ended(RequestRecord record);

    /**
     * Returns the listener for the same load on a second target.
     *
     * @return nobody, unless overridden
     */
    default LoadProgress elsewhere() {
        return SILENT;
    }

    /**
     * Combines two listeners.
     *
     * @param first told first
     */
    static LoadProgress both(LoadProgress first, LoadProgress second) {
        return new CombinedProgress(first, second);
    }
}
