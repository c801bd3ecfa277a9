package io.github.llmperf.load;

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
     * A request has ended.
     *
     * @param record what is known of it
     */
    void ended(RequestRecord record);
}
