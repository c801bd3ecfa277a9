package io.github.llmperf.measure;

import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.plan.Arrival;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.Phases.WindowKind;
import io.github.llmperf.plan.ThinkTime;
import java.time.Duration;
import java.util.OptionalLong;

/**
 * An upper bound on how many measured requests may still end. If a number is planned, it is that number; the requests
 * in flight may exceed the adaptive goal. For users that run for a given time the bound assumes that they become
 * {@value #FASTER} times as fast as the fastest answer so far, from this moment on and all of them.
 */
final class RemainingRequests {

    /** No bound is known. Small enough that sums with it do not overflow. */
    static final long UNKNOWN = Long.MAX_VALUE / 4;

    private static final int FASTER = 10;
    private static final long NEVER = Long.MAX_VALUE;

    private final OptionalLong planned;
    private final long users;
    private final long thinkNanos;
    private final long durationNanos;
    private int runsLeft;
    private long measured;
    private long openedBy = NEVER;
    private long fastest = NEVER;

    RemainingRequests(LoadPlan plan) {
        planned = planned(plan);
        durationNanos = plan.load().phases().duration().orElse(Duration.ZERO).toNanos();
        users = plan.load().arrival() instanceof Arrival.ClosedLoop closed ? closed.users() : 0;
        thinkNanos = plan.load().arrival() instanceof Arrival.ClosedLoop closed
                ? shortest(closed.thinkTime()).toNanos()
                : 0;
        runsLeft = plan.loads();
    }

    private static Duration shortest(ThinkTime thinkTime) {
        return thinkTime.shape() == ThinkTime.Shape.EXPONENTIAL ? Duration.ZERO : thinkTime.min();
    }

    private static OptionalLong planned(LoadPlan plan) {
        if (plan.requestGoal().isPresent()) {
            boolean mayExceed =
                    plan.load().phases().isAdaptive() && plan.load().phases().window() == WindowKind.STEADY;
            int others =
                    mayExceed && plan.load().arrival() instanceof Arrival.ClosedLoop closed ? closed.users() - 1 : 0;
            return OptionalLong.of((long) plan.requestGoal().getAsInt() + others);
        }
        if (plan.load().arrival() instanceof Arrival.OpenLoop open) {
            Duration duration = plan.load().phases().duration().orElseThrow();
            return OptionalLong.of(Math.max(1, Math.round(open.requestRate() * duration.toNanos() / 1e9)));
        }
        return OptionalLong.empty();
    }

    /** A repetition begins. */
    void begin() {
        runsLeft--;
        measured = 0;
        openedBy = NEVER;
    }

    void ended(RequestRecord record) {
        if (record.measured()) {
            measured++;
            openedBy = Math.min(openedBy, record.moments().sent());
        }
        if (record.succeeded()) {
            fastest = Math.min(
                    fastest,
                    Math.max(0, record.moments().end() - record.moments().sent()));
        }
    }

    /** The window is open by now. */
    void open(long now) {
        openedBy = Math.min(openedBy, now);
    }

    /**
     * Returns the bound.
     *
     * @param now a moment not after the present one
     * @param failuresToo whether failures count, which may come arbitrarily fast
     */
    long bound(long now, boolean failuresToo) {
        if (planned.isPresent()) {
            return Math.max(0, planned.getAsLong() - measured) + runsLeft * planned.getAsLong();
        }
        if (failuresToo || fastest == NEVER || openedBy == NEVER) {
            return UNKNOWN;
        }
        long left = Math.max(0, openedBy + durationNanos - now);
        return inTime(left) + runsLeft * inTime(durationNanos);
    }

    /** Each user's current request, and as many more as fit into the remaining time. */
    private long inTime(long nanos) {
        long cycle = Math.max(1, fastest / FASTER + thinkNanos);
        return users * (1 + nanos / cycle + 1);
    }
}
