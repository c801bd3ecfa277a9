package io.github.llmperf.simulator.engine;

import java.util.List;
import java.util.OptionalLong;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * A deterministic model of a serving engine, driven from outside. It has no clock and no thread: whoever drives it says
 * what moment it is, and gets the events that are due. All moments are nanoseconds from one arbitrary origin. The same
 * calls give the same events; how often {@link #advance} is called in between changes nothing.
 */
@API(status = Status.INTERNAL, since = "0.1")
public interface Engine {

    /**
     * Takes a request in, unless too many wait already.
     *
     * @param request what is to be served; its id must not be in use
     * @param now the present moment; events before it must have been fetched by {@link #advance}
     * @return false if the request was refused because the queue is full
     * @throws IllegalArgumentException if the id is in use
     * @throws IllegalStateException if an earlier event has not been fetched
     */
    boolean submit(EngineRequest request, long now);

    /**
     * Forgets a request that nobody waits for any more. Its place is free from the next step on.
     *
     * @param now the present moment; events before it must have been fetched by {@link #advance}
     * @return false if no such request is in the engine
     * @throws IllegalStateException if an earlier event has not been fetched
     */
    boolean cancel(long request, long now);

    /**
     * Fetches all events up to a moment.
     *
     * @return what happened up to then and was not returned before, in order of time
     */
    List<EngineEvent> advance(long now);

    /**
     * Returns the moment at which {@link #advance} has something to do next.
     *
     * @return the moment, possibly past; empty if nothing happens until the next submission
     */
    OptionalLong nextEventAt();

    /**
     * Stretches all times that have not begun yet.
     *
     * @param factor what each time of the engine is multiplied with, above 0; 2 is half the speed
     * @throws IllegalArgumentException if the factor is not a number above 0
     */
    void slowFactor(double factor);

    /**
     * Returns how many requests are being computed.
     *
     * @return 0 or more
     */
    int running();

    /**
     * Returns how many requests have been taken in and are not being computed.
     *
     * @return 0 or more
     */
    int waiting();

    /**
     * Returns how full the memory for keys and values is.
     *
     * @return 0 to 1; 0 for an engine that does not count it
     */
    default double memoryUsage() {
        return 0;
    }

    /**
     * Checks a slow factor before anything is touched.
     *
     * @throws IllegalArgumentException if it is not a number above 0
     */
    static double requireSlowFactor(double factor) {
        if (!(factor > 0 && factor < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(
                    "slowFactor must be above 0 (2 is half the speed, 1 is unchanged), but is " + factor);
        }
        return factor;
    }
}
