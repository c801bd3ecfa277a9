package io.github.llmperf.simulator.engine;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** How a router chooses among instances. */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public enum Routing {
    /** One after the other. */
    ROUND_ROBIN,
    /** Any, whatever the others have to do. */
    RANDOM,
    /** The one with fewest requests, the first of equals. */
    LEAST_OUTSTANDING
}
