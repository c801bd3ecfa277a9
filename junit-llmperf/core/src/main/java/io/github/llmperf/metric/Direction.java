package io.github.llmperf.metric;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Which way a {@link Metric} improves. It is part of the metric's type and never of a setting: a gate that has it wrong
 * reads a slow-down as an improvement.
 *
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public enum Direction {
    /** Smaller is better: latencies, errors. */
    LOWER,
    /** Larger is better: rates. */
    HIGHER,
    /** Neither is better: sizes, concurrency. */
    NEITHER;

    /**
     * Returns the factor that turns a difference into one where positive means worse.
     *
     * @return 1 for {@link #LOWER}, −1 for {@link #HIGHER}, 0 for {@link #NEITHER}
     */
    public int worseSign() {
        return switch (this) {
            case LOWER -> 1;
            case HIGHER -> -1;
            case NEITHER -> 0;
        };
    }

    /**
     * Returns the name used in JSON and reports.
     *
     * @return {@code lower}, {@code higher} or {@code none}
     */
    public String jsonName() {
        return this == NEITHER ? "none" : this == LOWER ? "lower" : "higher";
    }
}
