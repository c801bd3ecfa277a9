package io.github.llmperf.report.text;

import io.github.llmperf.measure.RunningCounts.Snapshot;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.Phases;
import java.time.Duration;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** How long a load will still take, as far as that can be known. */
@API(status = Status.INTERNAL, since = "0.1")
public final class TimeLeft {

    /** A part of the load that has not begun. */
    public static final long NOT_YET = Long.MAX_VALUE;

    private final LoadPlan plan;

    /**
     * When the parts of a load began, in nanoseconds since its start.
     *
     * @param now the present moment
     * @param measuring first measured request; {@link #NOT_YET} before
     * @param cooling first request after the measurement; {@link #NOT_YET} before, or without a cooldown
     * @param quiet from when on nothing more is sent; {@link #NOT_YET} before
     */
    public record Moments(long now, long measuring, long cooling, long quiet) {

        boolean isMeasuring() {
            return measuring != NOT_YET && !isCooling() && !isDraining();
        }

        boolean isCooling() {
            return cooling != NOT_YET && !isDraining();
        }

        boolean isDraining() {
            return quiet != NOT_YET;
        }

        /** Returns how long the measurement has gone on, above 0. */
        long measured() {
            return Math.max(1, now - measuring);
        }
    }

    /** Takes the expected length of a load. */
    public TimeLeft(LoadPlan plan) {
        this.plan = plan;
    }

    /**
     * Says what is left.
     *
     * @return such as {@code 40 s left}; {@code about} what the rate so far promises; {@code at most} what caps the load
     */
    public String text(Moments at, Snapshot counts) {
        Phases phases = plan.load().phases();
        long longest = left(at.now(), nanos(phases.maxDuration()));
        if (at.isDraining()) {
            return atMost(left(at.now(), at.quiet() + nanos(plan.caps().timeout())));
        }
        if (at.isCooling()) {
            return exactly(Math.min(longest, left(at.now(), at.cooling() + nanos(phases.cooldown()))));
        }
        if (!at.isMeasuring() || phases.isAdaptive()) {
            return atMost(longest);
        }
        long byTime = phases.duration()
                .map(time -> left(at.now(), at.measuring() + nanos(time)))
                .orElse(NOT_YET);
        long byRate = phases.requests().isPresent() ? byRate(at, counts) : NOT_YET;
        if (longest <= Math.min(byTime, byRate)) {
            return atMost(longest);
        }
        return byRate < byTime
                ? "about " + exactly(byRate)
                : phases.requests().isPresent() ? atMost(byTime) : exactly(byTime);
    }

    /**
     * Returns the share of the measurement that is done, as far as known.
     *
     * @return 0 to 1
     */
    double part(Moments at, Snapshot counts) {
        if (at.isCooling() || at.isDraining()) {
            return 1;
        }
        if (!at.isMeasuring()) {
            return 0;
        }
        double byCount = plan.requestGoal().isPresent()
                ? (double) counts.done() / plan.requestGoal().getAsInt()
                : 0;
        double byTime = plan.load()
                .phases()
                .duration()
                .map(time -> (double) at.measured() / nanos(time))
                .orElse(0.0);
        return Math.min(1, Math.max(byCount, byTime));
    }

    private long byRate(Moments at, Snapshot counts) {
        long missing = plan.load().phases().requests().orElseThrow() - counts.done();
        return counts.done() == 0
                ? NOT_YET
                : Math.round(Math.max(0, missing) * ((double) at.measured() / counts.done()));
    }

    private static long left(long now, long end) {
        return Math.max(0, end - now);
    }

    private static long nanos(Duration time) {
        return time.toNanos();
    }

    private static String exactly(long nanos) {
        return seconds(nanos) + " left";
    }

    private static String atMost(long nanos) {
        return "at most " + exactly(nanos);
    }

    static String seconds(long nanos) {
        return Math.round(nanos / 1e9) + " s";
    }
}
