package io.github.llmperf.plan;

import java.time.Duration;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * How the server is looked at before and during a load. No part of a workload's identity: it asks for nothing of the
 * load.
 *
 * @param interval time between two readings of its metrics, {@link #SHORTEST} or more; zero reads them before and after
 *     the load only
 * @param profiler whose profiler is on meanwhile
 * @param probe whether one request is tried before the load
 */
@API(status = Status.INTERNAL, since = "0.1")
public record Observation(Duration interval, Profiler profiler, boolean probe) {

    /** Metrics more often would be a load of their own. */
    public static final Duration SHORTEST = Duration.ofMillis(200);

    /** Metrics each second, without a profiler, after a probe. */
    public static final Observation DEFAULT = new Observation(Duration.ofSeconds(1), Profiler.OFF, true);

    /** The same without a probe. */
    public static final Observation UNPROBED = new Observation(DEFAULT.interval(), DEFAULT.profiler(), false);

    /**
     * Checks the interval.
     *
     * @throws IllegalArgumentException if it is negative, or shorter than {@link #SHORTEST} without being zero
     */
    public Observation {
        if (!interval.isZero() && interval.compareTo(SHORTEST) < 0) {
            throw new IllegalArgumentException("interval must be at least " + Times.text(SHORTEST)
                    + ", or 0 for readings before and after the load only, but is " + Times.text(interval));
        }
    }
}
