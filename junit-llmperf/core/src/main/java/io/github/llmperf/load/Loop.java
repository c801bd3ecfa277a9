package io.github.llmperf.load;

import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.load.LoadRun.End;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.Phases.WindowKind;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The course of one run as a state machine: says what to do next and is told what ended. It owns no thread and never
 * waits; moments come from the clock and are read under its lock, so that their order is the order of events.
 *
 * <p>Three moments shape a run. The window <i>opens</i> (known beforehand, or by an event). It <i>closes</i>, with the
 * duration or when the goal is met. From <i>quiet</i> on nothing new is sent; what is in flight then runs on up to the
 * time-out (STEADY) or is cancelled at the deadline (WHOLE_RUN). {@code maxDuration} makes every run quiet.
 */
abstract class Loop {

    /** What the run needs from its watch. */
    enum State {
        /** Nothing. */
        RUNNING,
        /** Requests in flight must be cancelled. */
        CANCELLING,
        /** The run is over. */
        DONE
    }

    /** A moment that is not known yet. */
    static final long FAR = Long.MAX_VALUE;

    /** A request that the client does not end by its own time-out is cancelled this much later. */
    private static final long GRACE = TimeUnit.SECONDS.toNanos(1);

    /** How often those who may end the run early are asked. */
    private static final long TICK = TimeUnit.SECONDS.toNanos(1);

    /** A request that does not end when cancelled is left behind after this time. */
    private static final long GIVE_UP = TimeUnit.SECONDS.toNanos(10);

    private final NanoClock clock;
    private final StopRule stop;
    private final Runnable changed;
    private final boolean wholeRun;
    private final long durationNanos;
    private final long timeoutNanos;
    private final long started;
    private final long latest;
    private final RecordLog records = new RecordLog();
    private long opened = FAR;
    private long closes = FAR;
    private long closed = FAR;
    private long quiet = FAR;
    private long cancelFrom = FAR;
    private long lastEnded;
    private int inFlight;
    private int cut;
    private int failuresAtStart;
    private boolean succeeded;
    private boolean finished;
    private long nextTick = FAR;
    private End end = End.COMPLETED;
    private String because = "";

    /**
     * Prepares a run.
     *
     * @param plan what was asked for
     * @param clock gives the moments
     * @param stop may end it early
     * @param started the run's begin
     * @param changed called under the lock when those who wait should ask again; must not call back
     */
    Loop(LoadPlan plan, NanoClock clock, StopRule stop, long started, Runnable changed) {
        this.clock = clock;
        this.stop = stop;
        this.changed = changed;
        this.started = started;
        wholeRun = plan.phases().window() == WindowKind.WHOLE_RUN;
        durationNanos = plan.phases().duration().map(d -> d.toNanos()).orElse(FAR);
        timeoutNanos = plan.timeout().toNanos();
        latest = started + plan.phases().maxDuration().toNanos();
        lastEnded = started;
    }

    /** Says what to send or how long to wait; called while nothing forbids sending. */
    abstract Step propose(int user, long now);

    /** Takes note of a request that has ended. */
    abstract void settle(RequestRecord record, long now);

    /** Tells whether requests that are due may still be sent after the window has closed with the duration. */
    abstract boolean sendsOnAfterClosing();

    /**
     * Says what a user does next.
     *
     * @param user who asks; −1 in open loop
     * @return send, wait or stop
     */
    final synchronized Step next(int user) {
        long now = clock.now();
        advance(now);
        if (finished || quiet != FAR) {
            return Step.STOP;
        }
        Step step = propose(user, now);
        if (step instanceof Step.Wait wait) {
            return new Step.Wait(Math.min(wait.until(), alarm(now)));
        }
        inFlight++;
        return step;
    }

    /**
     * Takes note of a request that has ended.
     *
     * @param record of a request that {@link #next} said to send
     */
    final void ended(RequestRecord record) {
        ended(record, records.packed(record));
    }

    private synchronized void ended(RequestRecord record, PackedBytes packed) {
        if (finished) {
            return;
        }
        long now = clock.now();
        advance(now);
        inFlight--;
        lastEnded = now;
        records.append(packed);
        if (record.cancelled()) {
            cut++;
        } else if (record.succeeded()) {
            succeeded = true;
        } else if (!succeeded && ++failuresAtStart == LoadRun.FAILURES_AT_START) {
            stop(End.NOTHING_SUCCEEDED);
        }
        obey(stop.ended(record));
        settle(record, now);
        if (quiet != FAR && inFlight == 0) {
            if (wholeRun && closes == FAR) {
                closed = Math.min(closed, now);
            }
            changed.run();
        }
    }

    /** Takes note of a request that was to be sent and will have no record, because of an error in this program. */
    final synchronized void lost() {
        inFlight--;
        changed.run();
    }

    /**
     * Ends the run at once: requests in flight are to be cancelled.
     *
     * @param reason why
     */
    final synchronized void stop(End reason) {
        long now = clock.now();
        advance(now);
        end = reason;
        quiet = Math.min(quiet, now);
        closed = Math.min(closed, now);
        cancelFrom = Math.min(cancelFrom, now);
        changed.run();
    }

    /** Returns what the run needs now. */
    final synchronized State state() {
        long now = clock.now();
        advance(now);
        boolean cancelling = now >= cancelFrom;
        boolean windowOver = now >= Math.min(windowClosed(), latest);
        if (quiet != FAR && inFlight == 0 && (windowOver || cancelling)) {
            return State.DONE;
        }
        if (cancelling) {
            return now - cancelFrom >= GIVE_UP ? State.DONE : State.CANCELLING;
        }
        return State.RUNNING;
    }

    /** Returns the next moment at which time alone changes something. */
    final synchronized long alarm() {
        return alarm(clock.now());
    }

    /**
     * Ends the bookkeeping and returns the run. What ends later is ignored and counts as in flight.
     *
     * @param startedAt wall-clock time of the start
     * @param health of the generator
     * @return the run
     */
    final synchronized LoadRun finish(Instant startedAt, Health health) {
        finished = true;
        long close = windowClosed() == FAR ? lastEnded : windowClosed();
        RunTimes times = new RunTimes(started, Math.min(opened, close), close, Math.max(lastEnded, close));
        return new LoadRun(startedAt, times, records, cut + inFlight, health, end, because);
    }

    /** Opens the window, now or at a moment known beforehand. */
    final void open(long moment) {
        opened = moment;
        nextTick = stop == StopRule.NEVER ? FAR : moment + TICK;
        closes = durationNanos == FAR ? FAR : moment + durationNanos;
        changed.run();
    }

    /** Sends nothing more, since the goal is met; in a steady window without duration that closes it. */
    final void meetGoal(long now) {
        if (quiet != FAR) {
            return;
        }
        quiet = now;
        cancelFrom = now + timeoutNanos + GRACE;
        if (!wholeRun && closes == FAR) {
            closed = now;
        }
        changed.run();
    }

    final void announce() {
        changed.run();
    }

    final long started() {
        return started;
    }

    final boolean isOpen(long now) {
        return now >= opened;
    }

    final boolean isWholeRun() {
        return wholeRun;
    }

    final int inFlight() {
        return inFlight;
    }

    private void obey(Optional<StopRule.EarlyEnd> early) {
        if (early.isPresent() && quiet == FAR) {
            because = early.get().because();
            stop(early.get().end());
        }
    }

    private long windowClosed() {
        return Math.min(closed, closes);
    }

    private void advance(long now) {
        if (now >= nextTick && quiet == FAR) {
            nextTick = now + TICK;
            obey(stop.tick(now, inFlight));
        }
        long deadline = Math.min(closes, latest);
        if (wholeRun ? closed == FAR && now >= deadline : quiet == FAR && now >= lastCall()) {
            long moment = wholeRun ? deadline : lastCall();
            end = moment == closes ? End.COMPLETED : End.MAX_DURATION;
            quiet = Math.min(quiet, moment);
            closed = Math.min(closed, Math.min(moment, closes));
            cancelFrom = wholeRun ? moment : moment + timeoutNanos + GRACE;
            changed.run();
        }
    }

    /** Returns when a steady run must stop sending, whatever its goal. */
    private long lastCall() {
        return sendsOnAfterClosing() ? latest : Math.min(closes, latest);
    }

    private long alarm(long now) {
        long alarm = FAR;
        for (long moment : new long[] {closes, latest, cancelFrom, quiet == FAR ? nextTick : FAR}) {
            if (moment > now) {
                alarm = Math.min(alarm, moment);
            }
        }
        return alarm;
    }
}
