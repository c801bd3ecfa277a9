package io.github.llmperf.load;

import static io.github.llmperf.load.Course.FAR;

import io.github.llmperf.client.RequestPhase;
import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.clock.NanoClock;
import io.github.llmperf.load.LoadRun.End;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.protocol.Failure;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One load as a state machine: says what to do next and is told what ended. It owns no thread and never waits; moments
 * come from the clock and are read under its lock, so that their order is the order of events. Its {@link Course} knows
 * which moment means what.
 *
 * <p>Requests of the cooldown are not waited for: when nothing else is in flight they are to be cancelled. They are
 * neither failures nor in flight at the end.
 */
abstract class Loop {

    /** What the load needs from its watch. */
    enum State {
        /** Nothing. */
        RUNNING,
        /** Requests in flight must be cancelled. */
        CANCELLING,
        /** The load is over. */
        DONE
    }

    /** How often those who may end the load early are asked. */
    private static final long TICK = TimeUnit.SECONDS.toNanos(1);

    /** So long a server has to answer before it counts as one that does not. */
    private static final long PILING = TimeUnit.SECONDS.toNanos(10);

    private static final int PILED_PER_ANSWER = 10;

    private final NanoClock clock;
    private final StopRule stop;
    private final Handover from;
    private final Runnable changed;
    private final Course course;
    private final List<RequestRecord> records = new ArrayList<>();
    private long lastEnded;
    private int sent;
    private int inFlight;
    private int answered;
    private int cooling;
    private int cut;
    private int failuresAtStart;
    private int failuresHere;
    private boolean succeeded;
    private boolean finished;
    private long nextTick = FAR;
    private @Nullable End early;
    private @Nullable EarlyEnd why;

    /**
     * Prepares a load.
     *
     * @param plan what was asked for
     * @param clock gives the moments
     * @param stop may end it early
     * @param from its begin, and what the load before it leaves
     * @param changed called under the lock when those who wait should ask again; must not call back
     */
    Loop(LoadPlan plan, NanoClock clock, StopRule stop, Handover from, Runnable changed) {
        this.clock = clock;
        this.stop = stop;
        this.from = from;
        this.changed = changed;
        course = new Course(plan, from.moment());
        lastEnded = from.moment();
    }

    /** Returns the loop that a plan wants. */
    static Loop of(LoadPlan plan, NanoClock clock, StopRule stop, Handover from, Runnable changed) {
        return plan.isOpenLoop()
                ? new OpenLoop(plan, clock, stop, from, changed)
                : new ClosedLoop(plan, clock, stop, from, changed);
    }

    /** Says what to send or how long to wait; called while nothing forbids sending. */
    abstract Step propose(int user, long now);

    /** Takes note of a request that has ended. */
    abstract void settle(RequestRecord record, long now);

    /** Returns how many users have started before a moment. */
    abstract int usersStartedBefore(long moment);

    /** Returns when a user is ready for its next request. */
    abstract long readyAt(int user);

    /**
     * Says what a user does next.
     *
     * @param user who asks; −1 in open loop
     * @return send, wait or stop
     */
    final synchronized Step next(int user) {
        long now = clock.now();
        advance(now);
        if (finished || course.isQuiet()) {
            return Step.STOP;
        }
        Step step = propose(user, now);
        if (step instanceof Step.Wait wait) {
            return new Step.Wait(Math.min(wait.until(), course.alarm(now)));
        }
        if (step instanceof Step.Send send) {
            sent++;
            inFlight++;
            cooling += send.phase() == RequestPhase.COOLDOWN ? 1 : 0;
            advance(now);
        }
        return step;
    }

    /**
     * Takes note of a request that has ended.
     *
     * @param record of a request that {@link #next} said to send
     */
    final synchronized void ended(RequestRecord record) {
        if (finished) {
            return;
        }
        long now = clock.now();
        advance(now);
        boolean cooledDown = record.phase() == RequestPhase.COOLDOWN;
        inFlight--;
        cooling -= cooledDown ? 1 : 0;
        boolean neverSent = record.cancelled() && record.moments().scheduled() > now;
        if (!neverSent) {
            count(record, now);
        }
        if (inFlight == 0) {
            course.drained(now);
        }
        advance(now);
        if (course.isQuiet() && inFlight == 0) {
            changed.run();
        }
    }

    private void count(RequestRecord record, long now) {
        lastEnded = course.isWholeRun() ? Math.min(now, course.windowClosed()) : now;
        records.add(record.withoutTexts());
        if (record.cancelled()) {
            cut += record.phase() == RequestPhase.COOLDOWN ? 0 : 1;
        } else if (record.failedHere()) {
            failedHere(record, now);
        } else if (record.succeeded()) {
            succeeded = true;
            answered++;
        } else if (!succeeded && isSignOfDeadTarget(record) && ++failuresAtStart == LoadRun.FAILURES_AT_START) {
            stop(now, End.NOTHING_SUCCEEDED, null);
        }
        obey(stop.ended(record), now);
        settle(record, now);
    }

    /** Such a run cannot be judged any more, so that what is still to come would be for nothing. */
    private void failedHere(RequestRecord record, long now) {
        failuresHere++;
        boolean enough = record.warmup() || failuresHere >= LoadRun.FAILURES_HERE;
        Failure failure = record.failure();
        if (enough && failure != null && early == null && record.phase() != RequestPhase.COOLDOWN) {
            stop(
                    now,
                    hasPiledUp(now)
                            ? new EarlyEnd.PiledUp(inFlight, answered, failure)
                            : new EarlyEnd.FailedHere(failure));
        }
    }

    /** A server that hangs takes this machine's files and ports one by one: it is what lacks, and not they. */
    private boolean hasPiledUp(long now) {
        return now - started() >= PILING && inFlight > PILED_PER_ANSWER * Math.max(1L, answered);
    }

    /** Whether a failure before the first success speaks against the target, and not against the request alone. */
    boolean isSignOfDeadTarget(RequestRecord failed) {
        return true;
    }

    /** Takes note of a request that was to be sent and will have no record, because of an error in this program. */
    final synchronized void lost(Step.Send send) {
        inFlight--;
        cooling -= send.phase() == RequestPhase.COOLDOWN ? 1 : 0;
        changed.run();
    }

    /**
     * Ends the load at once: requests in flight are to be cancelled.
     *
     * @param reason why
     */
    final synchronized void stop(End reason) {
        long now = clock.now();
        advance(now);
        stop(now, reason, null);
    }

    /** Has requests in flight cancelled; what was measured stays what it is. */
    final synchronized void cancel() {
        course.cancel(clock.now());
        changed.run();
    }

    /** Returns what the load needs now. */
    final synchronized State state() {
        long now = clock.now();
        advance(now);
        if (course.isQuiet() && inFlight == 0) {
            return State.DONE;
        }
        return course.isCancelling(now) ? State.CANCELLING : State.RUNNING;
    }

    /** Returns the next moment at which time alone changes something. */
    final synchronized long alarm() {
        long now = clock.now();
        advance(now);
        return Math.min(course.alarm(now), course.isQuiet() ? FAR : nextTick);
    }

    /** Tells whether something else than plan and {@code maxDuration} ended the load. */
    final synchronized boolean endedEarly() {
        return early != null;
    }

    /** Returns from when on nothing new is sent; empty as long as something may be. */
    final synchronized OptionalLong quiet() {
        advance(clock.now());
        return course.isQuiet() ? OptionalLong.of(course.quiet()) : OptionalLong.empty();
    }

    /** Returns what the next loop takes over; empty as long as this one sends, or when it ended early. */
    final synchronized Optional<Handover> handover() {
        advance(clock.now());
        if (!course.isQuiet() || endedEarly()) {
            return Optional.empty();
        }
        int users = usersStartedBefore(course.quiet());
        return Optional.of(
                new Handover(from.load() + 1, course.quiet(), from.prompts() + sent, users, this::readyAtSafely));
    }

    private synchronized long readyAtSafely(int user) {
        return readyAt(user);
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
        long close = course.windowClosed() == FAR ? lastEnded : course.windowClosed();
        RunTimes times = new RunTimes(started(), Math.min(course.opened(), close), close, Math.max(lastEnded, close));
        End end = course.isCapped() ? End.MAX_DURATION : End.COMPLETED;
        return new LoadRun(
                startedAt,
                times,
                records,
                cut + inFlight - cooling,
                health,
                early == null ? end : early,
                Optional.ofNullable(why),
                List.of());
    }

    /** Opens the window, now or at a moment known beforehand. */
    final void open(long moment) {
        course.open(moment);
        nextTick = stop == StopRule.NEVER ? FAR : moment + TICK;
        changed.run();
    }

    /** Closes the window, since the goal is met. */
    final void meetGoal(long now) {
        course.meetGoal(now);
        changed.run();
    }

    final void announce() {
        changed.run();
    }

    final Course course() {
        return course;
    }

    final Handover from() {
        return from;
    }

    /** Tells whether the load has begun: what is handed over before may be prepared to the last. */
    final boolean hasBegun() {
        return clock.now() >= started();
    }

    final long started() {
        return from.moment();
    }

    /** Returns how many requests have been sent, which is the number of the next one. */
    final int sent() {
        return sent;
    }

    final int inFlight() {
        return inFlight;
    }

    /** Returns how many requests the server has by now, or should have: one that is prepared ahead is not among them. */
    int underWay(long now) {
        return inFlight;
    }

    private void obey(Optional<EarlyEnd> wish, long now) {
        if (wish.isPresent() && now < course.windowClosed() && !course.isQuiet()) {
            stop(now, wish.get());
        }
    }

    private void stop(long now, EarlyEnd reason) {
        stop(now, reason.end(), reason);
    }

    private void stop(long now, End end, @Nullable EarlyEnd reason) {
        early = end;
        why = reason;
        course.stop(now);
        changed.run();
    }

    private void advance(long now) {
        if (course.advance(now)) {
            changed.run();
        }
        if (now >= nextTick && !course.isQuiet()) {
            nextTick = now + TICK;
            obey(stop.tick(now, underWay(now)), now);
        }
        if (course.isQuiet() && inFlight > 0 && inFlight == cooling && !course.isCancelling(now)) {
            course.cancel(now);
            changed.run();
        }
    }
}
