package io.github.llmperf.load;

import static io.github.llmperf.load.LoadLifecycle.FAR;

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
 * One load as a state machine: it says what to do next and is told which requests ended. It owns no thread and never
 * waits; it reads the clock under its lock, so that moments are in the order of events. Its {@link LoadLifecycle} knows
 * which moment means what.
 *
 * <p>The loop does not wait for requests of the cooldown: they are cancelled once nothing else is in flight. They count
 * neither as failures nor as in flight at the end.
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

    /** How often the stop rules are asked. */
    private static final long TICK = TimeUnit.SECONDS.toNanos(1);

    /** A server that has not answered for this long counts as not answering. */
    private static final long PILING = TimeUnit.SECONDS.toNanos(10);

    private static final int PILED_PER_ANSWER = 10;

    private final NanoClock clock;
    private final StopRule stop;
    private final Handover from;
    private final Runnable changed;
    private final LoadLifecycle course;
    private final DeadTarget target = new DeadTarget();
    private final List<RequestRecord> records = new ArrayList<>();
    private long lastEnded;
    private int sent;
    private int inFlight;
    private int answered;
    private int cooling;
    private int cut;
    private int failuresHere;
    private boolean finished;
    private long nextTick = FAR;
    private @Nullable End early;
    private @Nullable EarlyEnd why;

    /**
     * Prepares a load.
     *
     * @param stop may end it early
     * @param from its begin, and what the load before it leaves
     * @param changed called under the lock when those who wait should ask again; must not call back
     */
    Loop(LoadPlan plan, NanoClock clock, StopRule stop, Handover from, Runnable changed) {
        this.clock = clock;
        this.stop = stop;
        this.from = from;
        this.changed = changed;
        course = new LoadLifecycle(plan, from.moment());
        lastEnded = from.moment();
    }

    /** Returns the loop that a plan wants. */
    static Loop of(LoadPlan plan, NanoClock clock, StopRule stop, Handover from, Runnable changed) {
        return plan.isOpenLoop()
                ? new OpenLoop(plan, clock, stop, from, changed)
                : new ClosedLoop(plan, clock, stop, from, changed);
    }

    /** Says what to send or how long to wait; called while nothing forbids sending. */
    abstract NextAction propose(int user, long now);

    /** Records a request that has ended. */
    abstract void settle(RequestRecord record, long now);

    /** Returns what users waited after refusals inside the window. */
    RefusalWaits waited(long opened, long closed) {
        return RefusalWaits.NONE;
    }

    /** Returns how many users have started before a moment. */
    abstract int usersStartedBefore(long moment);

    /** Returns when a user is ready for its next request. */
    abstract long readyAt(int user);

    /**
     * Says what a user does next.
     *
     * @param user who asks; −1 in open loop
     */
    final synchronized NextAction next(int user) {
        long now = clock.now();
        advance(now);
        if (finished || course.isQuiet()) {
            return NextAction.STOP;
        }
        NextAction step = propose(user, now);
        if (step instanceof NextAction.Wait wait) {
            return new NextAction.Wait(Math.min(wait.until(), course.alarm(now)));
        }
        if (step instanceof NextAction.Send send) {
            sent++;
            inFlight++;
            target.sending(send.index());
            cooling += send.phase() == RequestPhase.COOLDOWN ? 1 : 0;
            advance(now);
        }
        return step;
    }

    /**
     * Records a request that has ended.
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
            target.gone(record.index());
            cut += record.phase() == RequestPhase.COOLDOWN ? 0 : 1;
        } else if (record.failedHere()) {
            target.gone(record.index());
            failedHere(record, now);
        } else if (record.succeeded()) {
            target.succeeded();
            answered++;
        } else if (target.isDeadBy(record, now - started()) && early == null) {
            stop(now, End.NOTHING_SUCCEEDED, null);
        }
        obey(stop.ended(record), now);
        settle(record, now);
    }

    /** Such a run cannot be judged any more, so there is no point in continuing it. */
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

    /**
     * A server that hangs uses up this machine's files and ports one by one: the server is at fault, not the machine.
     */
    private boolean hasPiledUp(long now) {
        return now - started() >= PILING && inFlight > PILED_PER_ANSWER * Math.max(1L, answered);
    }

    /** Records that a planned request will have no result, because of an error in this program. */
    final synchronized void lost(NextAction.Send send) {
        inFlight--;
        target.gone(send.index());
        cooling -= send.phase() == RequestPhase.COOLDOWN ? 1 : 0;
        changed.run();
    }

    /** Ends the load at once: requests in flight are to be cancelled. */
    final synchronized void stop(End reason) {
        long now = clock.now();
        advance(now);
        stop(now, reason, null);
    }

    /** Cancels the requests in flight; what was measured so far stays. */
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

    /** Returns the next moment at which something changes without an event. */
    final synchronized long alarm() {
        long now = clock.now();
        advance(now);
        return Math.min(course.alarm(now), course.isQuiet() ? FAR : nextTick);
    }

    /** Returns whether the load was ended by anything but its plan and {@code maxDuration}. */
    final synchronized boolean endedEarly() {
        return early != null;
    }

    /** Returns the moment at which sending stops; empty while requests may still be sent. */
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
                waited(times.windowOpened(), close),
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

    final LoadLifecycle course() {
        return course;
    }

    final Handover from() {
        return from;
    }

    /** Returns whether the load has begun: requests handed over before may be prepared completely. */
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

    /** Returns how many requests were due by now; requests that are only prepared do not count. */
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
