package io.github.llmperf.verdict;

import io.github.llmperf.metric.Limit;
import io.github.llmperf.plan.CapacityPlan;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * What a search for the largest load came to.
 *
 * @param plan what was searched
 * @param points every amount that was run, ascending
 * @param end why the search ended
 * @param runs loads that were run, those that say nothing included
 * @param carried largest amount accepted with the certainty asked for; empty when none was
 * @param estimate where the limit most likely is, by all runs together; empty when nothing was accepted
 * @param open smallest amount above {@code carried} that was run and not accepted; empty when there is none
 * @param because what a run came to that the search could not go on after; empty otherwise, and where it was interrupted
 */
@API(status = Status.INTERNAL, since = "0.1")
public record CapacityOutcome(
        CapacityPlan plan,
        List<CapacityPoint> points,
        End end,
        int runs,
        OptionalDouble carried,
        OptionalDouble estimate,
        OptionalDouble open,
        Optional<Judgement> because) {

    /** Why a search ended. */
    public enum End {
        /** Accepted and not accepted lie as close as asked for, or closer than runs can tell apart. */
        FOUND,
        /** The largest amount of the range meets the limits. */
        UPPER_END_MET,
        /** The smallest amount of the range breaks a limit. */
        LOWER_END_FAILS,
        /** Whether the smallest amount of the range meets the limits cannot be told. */
        LOWER_END_TOO_CLOSE,
        /** As many loads were run as allowed. */
        RUNS_USED_UP,
        /** An amount could not be judged, twice. */
        INVALID,
        /** The search was interrupted. */
        INTERRUPTED,
        /** The target did not answer. */
        FAULT
    }

    /** Copies the list. */
    public CapacityOutcome {
        points = List.copyOf(points);
    }

    /**
     * Returns the point of an amount.
     *
     * @param amount users or requests per second
     * @return what was learnt of it, or empty when it was not run
     */
    public Optional<CapacityPoint> at(double amount) {
        return points.stream().filter(point -> point.amount() == amount).findFirst();
    }

    /**
     * Returns the amount whose numbers stand for the whole search.
     *
     * @return the largest accepted one, else the smallest that was run; empty when no run says anything
     */
    public OptionalDouble told() {
        return carried.isPresent()
                ? carried
                : points.stream().mapToDouble(CapacityPoint::amount).min();
    }

    /**
     * Returns the limit that is reached first.
     *
     * @return the limit nearest to broken at the smallest amount that was not accepted; empty when there is none, or the
     *     target broke down there
     */
    public Optional<Limit> binding() {
        return open.isPresent() ? at(open.getAsDouble()).flatMap(CapacityPoint::nearest) : Optional.empty();
    }

    /**
     * Returns how many nodes what is planned takes.
     *
     * @return their number; empty when nothing is planned, or nothing was accepted
     */
    public Optional<Integer> nodes() {
        return plan.planned().isPresent() && carried.isPresent()
                ? Optional.of(plan.nodes(carried.getAsDouble(), plan.planned().getAsDouble()))
                : Optional.empty();
    }
}
