package io.github.llmperf.verdict;

import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.protocol.FailureKind;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * One load of a search and what it came to.
 *
 * @param amount users or requests per second
 * @param margins how far it was from each limit, in the order of the limits; none unless {@link Kind#MEASURED}
 * @param judgement what the run came to where it is no measurement; empty otherwise, and where it was interrupted
 */
@API(status = Status.INTERNAL, since = "0.1")
public record CapacityRun(double amount, Kind kind, List<CapacityMargin> margins, Optional<Judgement> judgement) {

    /** What an overloaded server does to requests; anything else has another cause. */
    private static final Set<FailureKind> OVERLOADED = Set.of(
            FailureKind.TIMEOUT,
            FailureKind.OVERLOAD,
            FailureKind.SERVER_ERROR,
            FailureKind.STREAM_ERROR,
            FailureKind.TRUNCATED,
            FailureKind.CONNECTION_REUSED_CLOSED);

    /** What a run says. */
    public enum Kind {
        /** How far from the limits the amount is. */
        MEASURED,
        /** The target broke down under the amount, or was overrun by it. */
        BROKEN_DOWN,
        /** The target likely cannot carry the rate: the longer it lasted, the longer requests waited. */
        RISING,
        /** Nothing, since the run itself cannot be judged. */
        INVALID,
        /** Nothing: the run was interrupted. */
        INTERRUPTED,
        /** Nothing: the target did not answer. */
        FAULT
    }

    /** Copies the list. */
    public CapacityRun {
        margins = List.copyOf(margins);
    }

    /**
     * Makes a run of known margins.
     *
     * @param amount users or requests per second
     */
    public static CapacityRun measured(double amount, List<CapacityMargin> margins) {
        return new CapacityRun(amount, Kind.MEASURED, margins, Optional.empty());
    }

    /**
     * Reads a judged run.
     *
     * @param amount users or requests per second
     * @param plan what was asked for
     */
    public static CapacityRun of(
            double amount, LoadPlan plan, LoadRun run, Measurement measurement, Judgement judgement) {
        if (run.end() == LoadRun.End.INTERRUPTED) {
            return without(amount, Kind.INTERRUPTED, judgement);
        }
        return switch (judgement.verdict()) {
            case ERROR -> without(amount, isOverload(run) ? Kind.BROKEN_DOWN : Kind.FAULT, judgement);
            case INVALID ->
                without(amount, plan.isOpenLoop() && isRising(judgement) ? Kind.RISING : Kind.INVALID, judgement);
            default ->
                run.end() == LoadRun.End.OVERRUN
                        ? without(amount, Kind.BROKEN_DOWN, judgement)
                        : measured(
                                amount,
                                plan.criteria().limits().judged().stream()
                                        .map(limit -> CapacityMargin.of(limit, measurement))
                                        .toList());
        };
    }

    private static CapacityRun without(double amount, Kind kind, Judgement judgement) {
        return new CapacityRun(amount, kind, List.of(), Optional.of(judgement));
    }

    /** Users bound their own queue, so that only in an open loop a latency keeps rising because the load is too much. */
    private static boolean isRising(Judgement judgement) {
        return judgement.findings().stream()
                .filter(finding -> finding.verdict() == Verdict.INVALID)
                .allMatch(finding -> finding instanceof Finding.Validity one
                        && one.cause() instanceof Cause.NotSteady seen
                        && seen.rose());
    }

    /** Includes the warm-up: a server may break down before anything is measured. */
    private static boolean isOverload(LoadRun run) {
        Set<FailureKind> seen = new HashSet<>();
        for (RequestRecord record : run.records()) {
            if (record.failure() != null && !record.cancelled()) {
                seen.add(record.failure().kind());
            }
        }
        return !seen.isEmpty() && OVERLOADED.containsAll(seen);
    }

    /** Returns whether this says something of the amount. */
    public boolean isEvidence() {
        return kind == Kind.MEASURED || kind == Kind.BROKEN_DOWN || kind == Kind.RISING;
    }
}
