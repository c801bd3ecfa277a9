package io.github.llmperf.plan;

import io.github.llmperf.metric.Limit;
import java.util.List;
import java.util.OptionalDouble;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Absolute limits on a run, and per-request limits that define goodput and attainment.
 *
 * @param limits limits on measures; at most one per measure and bound
 * @param eachTtft most ms a single request's ttft may take to count as good; empty for no such limit
 * @param eachTpot likewise for tpot
 * @param eachE2e likewise for e2e
 */
@API(status = Status.INTERNAL, since = "0.1")
public record Limits(List<Limit> limits, OptionalDouble eachTtft, OptionalDouble eachTpot, OptionalDouble eachE2e) {

    /** Copies the list. */
    public Limits {
        limits = List.copyOf(limits);
    }

    /**
     * Tells whether goodput and attainment exist.
     *
     * @return true when a per-request limit is set
     */
    public boolean hasPerRequestLimits() {
        return eachTtft.isPresent() || eachTpot.isPresent() || eachE2e.isPresent();
    }
}
