package io.github.llmperf.plan;

import io.github.llmperf.metric.Limit;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import java.util.ArrayList;
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

    /** Holds unless a limit on the error rate is stated. */
    public static final Limit DEFAULT_ERROR_RATE = Limit.of(Measure.of(Metric.ERROR_RATE), "1%");

    /** None but the one on errors, which always holds. */
    public static final Limits NONE =
            new Limits(List.of(), OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty());

    /** Copies the list. */
    public Limits {
        limits = List.copyOf(limits);
    }

    /**
     * Returns what a run is judged by: the limits in their order, and the error rate's where none is stated.
     *
     * @return one limit at least
     */
    public List<Limit> judged() {
        List<Limit> all = new ArrayList<>(limits);
        if (all.stream().noneMatch(limit -> limit.measure().metric() == Metric.ERROR_RATE)) {
            all.add(DEFAULT_ERROR_RATE);
        }
        return List.copyOf(all);
    }

    /**
     * Returns whether goodput and attainment exist.
     *
     * @return true when a per-request limit is set
     */
    public boolean hasPerRequestLimits() {
        return eachTtft.isPresent() || eachTpot.isPresent() || eachE2e.isPresent();
    }
}
