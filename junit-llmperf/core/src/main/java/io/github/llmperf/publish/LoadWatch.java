package io.github.llmperf.publish;

import static io.github.llmperf.report.text.TimeLeft.NOT_YET;

import io.github.llmperf.client.RequestPhase;
import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.clock.NanoClock;
import io.github.llmperf.load.LoadProgress;
import io.github.llmperf.measure.RunningCounts;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.report.text.ProgressText;
import io.github.llmperf.report.text.TimeLeft;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Knows how far one run of a load is. The load's threads only count and, at the first request of each phase, look at the
 * clock; what is printed is worded by whoever asks.
 */
final class LoadWatch implements LoadProgress {

    private final NanoClock clock;
    private final ProgressText text;
    private final TimeLeft timeLeft;
    private final RunningCounts counts;
    private final RecentRate tokenRate = new RecentRate();
    private final long started;
    private final AtomicLong warming = new AtomicLong(NOT_YET);
    private final AtomicLong measuring = new AtomicLong(NOT_YET);
    private final AtomicLong cooling = new AtomicLong(NOT_YET);
    private final AtomicLong quiet = new AtomicLong(NOT_YET);

    LoadWatch(String name, LoadPlan plan, NanoClock clock, long started) {
        this.clock = clock;
        this.started = started;
        text = new ProgressText(name, plan);
        timeLeft = new TimeLeft(plan);
        counts = new RunningCounts(plan);
    }

    /** A phase of a load that gets a line of its own. */
    enum Phase {
        WARMUP,
        MEASURING,
        COOLDOWN,
        DRAIN
    }

    @Override
    public void sending(RequestPhase phase) {
        counts.sending();
        AtomicLong begun =
                switch (phase) {
                    case WARMUP -> warming;
                    case MEASURED -> measuring;
                    case COOLDOWN -> cooling;
                };
        if (begun.get() == NOT_YET) {
            begun.compareAndSet(NOT_YET, since(clock.now()));
        }
    }

    @Override
    public void quiet(long moment) {
        quiet.compareAndSet(NOT_YET, since(moment));
    }

    @Override
    public void ended(RequestRecord record) {
        counts.ended(record);
    }

    long started() {
        return started;
    }

    /** Returns whether a phase has begun. */
    boolean hasBegun(Phase phase) {
        return begin(phase) != NOT_YET;
    }

    /** Returns whether nothing is sent any more and nothing is in flight. */
    boolean isOver() {
        return hasBegun(Phase.DRAIN) && counts.inFlight() == 0;
    }

    /** Returns the line of a phase that has begun; empty for waiting for nothing. */
    Optional<String> line(Phase phase) {
        long at = begin(phase);
        return switch (phase) {
            case WARMUP -> Optional.of(text.warmup(at));
            case MEASURING -> Optional.of(text.measuring(at));
            case COOLDOWN -> Optional.of(text.cooldown(at));
            case DRAIN ->
                Optional.of(counts.inFlight())
                        .filter(inFlight -> inFlight > 0)
                        .map(inFlight -> text.drain(at, inFlight));
        };
    }

    /** Returns how far the run is. */
    String tick(long now) {
        TimeLeft.Moments at = moments(now);
        RunningCounts.Snapshot known = counts.snapshot();
        return text.tick(at, known, rate(at, known), timeLeft.text(at, known));
    }

    /** Returns the same as a picture, at most so many columns wide. */
    String bar(long now, int columns) {
        TimeLeft.Moments at = moments(now);
        RunningCounts.Snapshot known = counts.snapshot();
        return text.bar(at, known, rate(at, known), timeLeft, columns);
    }

    /** What ended lately: requests under way when the measurement began would make the rate since then too low for long. */
    private double rate(TimeLeft.Moments at, RunningCounts.Snapshot known) {
        return tokenRate.update(at.measuring(), at.now(), known.outputTokens());
    }

    private TimeLeft.Moments moments(long now) {
        return new TimeLeft.Moments(since(now), measuring.get(), cooling.get(), quiet.get());
    }

    private long begin(Phase phase) {
        return switch (phase) {
            case WARMUP -> warming.get();
            case MEASURING -> measuring.get();
            case COOLDOWN -> cooling.get();
            case DRAIN -> quiet.get();
        };
    }

    private long since(long moment) {
        return Math.max(0, moment - started);
    }
}
