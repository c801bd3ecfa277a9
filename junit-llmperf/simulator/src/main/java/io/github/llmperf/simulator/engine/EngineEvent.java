package io.github.llmperf.simulator.engine;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Something that happened to a request inside an engine. */
@API(status = Status.INTERNAL, since = "0.1")
public sealed interface EngineEvent {

    /** Returns the request it happened to. */
    long request();

    /**
     * Returns when it happened.
     *
     * @return the moment in nanoseconds
     */
    long at();

    /**
     * The request left the queue for the first time and is being computed.
     *
     * @param request the request's id
     * @param at the moment in nanoseconds
     * @param cachedTokens tokens of its prompt that need not be read, since an earlier request began with the same
     */
    record Started(long request, long at, int cachedTokens) implements EngineEvent {

        /**
         * A request all of whose prompt must be read.
         *
         * @param at the moment in nanoseconds
         */
        public Started(long request, long at) {
            this(request, at, 0);
        }
    }

    /**
     * The request lost its memory to older ones and waits again. What it had computed is computed anew; tokens that were
     * produced stay produced.
     *
     * @param request the request's id
     * @param at the moment in nanoseconds
     */
    record Preempted(long request, long at) implements EngineEvent {}

    /**
     * A token was produced.
     *
     * @param request the request's id
     * @param index 1 for the first token
     * @param at the moment in nanoseconds
     */
    record TokenProduced(long request, int index, long at) implements EngineEvent {}

    /**
     * The last token was produced, at the same moment.
     *
     * @param request the request's id
     * @param at the moment in nanoseconds
     */
    record Finished(long request, long at) implements EngineEvent {}
}
