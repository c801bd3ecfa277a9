package io.github.llmperf.simulator.engine;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * How a router chooses among instances.
 *
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public enum Routing {
    /** One after the other. */
    ROUND_ROBIN,
    /** Any, whatever the others have to do. */
    RANDOM,
    /** The one with fewest requests waiting or being computed, the first of equals. */
    LEAST_OUTSTANDING;

    /**
     * Returns the routing that files and command lines name.
     *
     * @param name {@code round-robin}, {@code random} or {@code least-outstanding}
     * @return the routing
     * @throws IllegalArgumentException if it is another one
     */
    public static Routing of(String name) {
        return switch (name) {
            case "round-robin" -> ROUND_ROBIN;
            case "random" -> RANDOM;
            case "least-outstanding" -> LEAST_OUTSTANDING;
            default ->
                throw new IllegalArgumentException(
                        "routing must be \"round-robin\", \"random\" or \"least-outstanding\", but is \"" + name
                                + "\"");
        };
    }
}
