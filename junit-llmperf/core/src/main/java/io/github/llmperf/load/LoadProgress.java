package io.github.llmperf.load;

import io.github.llmperf.client.RequestPhase;
import io.github.llmperf.client.RequestRecord;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Told of a run's progress, from the load's threads; must return quickly. */
@API(status = Status.INTERNAL, since = "0.1")
public interface LoadProgress {

    /** Tells nobody. */
    LoadProgress SILENT = record -> {};

    /**
     * A run begins. Told before its first request is sent.
     *
     * @param moment the run's start, in terms of its clock
     */
    default void started(long moment) {}

    /**
     * A request is about to be sent.
     *
     * @param phase which part of the run it belongs to
     */
    default void sending(RequestPhase phase) {}

    /**
     * Nothing more is sent; what is in flight runs on. Told once, by the thread that watches the run.
     *
     * @param moment from which on it is so, in terms of the run's clock
     */
    default void quiet(long moment) {}

    /**
     * A request has ended.
     *
     * @param record what is known of it
     */
    void ended(RequestRecord record);

    /**
     * Returns who is told of the same load on a second target.
     *
     * @return nobody, unless overridden
     */
    default LoadProgress elsewhere() {
        return SILENT;
    }

    /**
     * Tells two.
     *
     * @param first told first
     * @param second told next
     * @return both as one
     */
    static LoadProgress both(LoadProgress first, LoadProgress second) {
        return new BothProgress(first, second);
    }
}
