package io.github.llmperf.load;

import io.github.llmperf.client.RequestPhase;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.Phases.WindowKind;
import java.util.concurrent.TimeUnit;

/**
 * The life cycle of one load. The window <i>opens</i> (known beforehand, or by an event). It <i>closes</i>, with the
 * duration or when the goal is met. A steady load then goes on for its cooldown. Once it is <i>quiet</i>, it sends
 * nothing new; requests in flight continue up to the time-out (STEADY) or are cancelled at the deadline (WHOLE_RUN).
 * {@code maxDuration} makes every load quiet. Not safe for threads: the lock of its loop guards it.
 */
final class LoadLifecycle {

    /** A moment that is not known yet. */
    static final long FAR = Long.MAX_VALUE;

    /** A request that the client does not end by its own time-out is cancelled this much later. */
    private static final long GRACE = TimeUnit.SECONDS.toNanos(1);

    private final boolean wholeRun;
    private final long duration;
    private final long cooldown;
    private final long timeout;
    private final long latest;
    private boolean owes;
    private boolean capped;
    private boolean goalMet;
    private long lastOwed;
    private long opened = FAR;
    private long closes = FAR;
    private long closed = FAR;
    private long quiet = FAR;
    private long cancelFrom = FAR;

    LoadLifecycle(LoadPlan plan, long started) {
        wholeRun = plan.load().phases().window() == WindowKind.WHOLE_RUN;
        duration = plan.load().phases().duration().map(d -> d.toNanos()).orElse(FAR);
        cooldown = plan.load().phases().cooldown().toNanos();
        timeout = plan.caps().timeout().toNanos();
        latest = started + plan.load().phases().maxDuration().toNanos();
        lastOwed = started;
    }

    /** Opens the window, now or at a moment known beforehand. */
    void open(long moment) {
        opened = moment;
        closes = duration == FAR ? FAR : moment + duration;
    }

    /** All measured requests of a steady load must be sent, if necessary after the duration has closed the window. */
    void owe() {
        owes = !wholeRun;
    }

    /** The last of the requests owed is being sent. */
    void owesNoMore(long now) {
        owes = false;
        lastOwed = now;
    }

    /** The goal is met: a steady window closes; a whole run sends nothing more and closes with its last request. */
    void meetGoal(long now) {
        goalMet = true;
        if (wholeRun) {
            quietFrom(now, now + timeout + GRACE);
        } else {
            closed = Math.min(closed, now);
        }
    }

    /** Nothing is in flight any more. */
    void drained(long now) {
        if (wholeRun && goalMet) {
            closed = Math.min(closed, now);
        }
    }

    /** Ends everything now. */
    void stop(long now) {
        closed = Math.min(closed, now);
        quietFrom(now, now);
    }

    /** What is in flight is to be cancelled. */
    void cancel(long now) {
        cancelFrom = Math.min(cancelFrom, now);
    }

    /**
     * Applies the changes that are due by now.
     *
     * @return whether the load has just become quiet, or its deadline has just come
     */
    boolean advance(long now) {
        long moment = wholeRun ? Math.min(closes, latest) : lastCall();
        if (now < moment || (wholeRun ? closed : quiet) != FAR) {
            return false;
        }
        capped = owes || moment < windowClosed();
        closed = Math.min(closed, moment);
        quietFrom(moment, wholeRun ? moment : moment + timeout + GRACE);
        return true;
    }

    /** Returns whether a request may be sent at a moment, possibly in the future, as far as is known now. */
    boolean admits(long moment) {
        return moment < (wholeRun ? Math.min(closes, latest) : lastCall());
    }

    /** Returns when a steady load must stop sending. */
    private long lastCall() {
        if (owes || windowClosed() == FAR) {
            return latest;
        }
        return Math.min(Math.max(windowClosed(), lastOwed) + cooldown, latest);
    }

    private void quietFrom(long moment, long cancelAt) {
        quiet = Math.min(quiet, moment);
        cancelFrom = Math.min(cancelFrom, cancelAt);
    }

    /** Returns the next moment at which something changes without an event. */
    long alarm(long now) {
        long alarm = FAR;
        for (long moment : new long[] {closes, latest, cancelFrom, quiet == FAR ? lastCall() : FAR}) {
            if (moment > now) {
                alarm = Math.min(alarm, moment);
            }
        }
        return alarm;
    }

    /** Returns the phase of a request that is sent now. */
    RequestPhase phaseAt(long now) {
        if (now < opened) {
            return RequestPhase.WARMUP;
        }
        return wholeRun || now < windowClosed() ? RequestPhase.MEASURED : RequestPhase.COOLDOWN;
    }

    long opened() {
        return opened;
    }

    long windowClosed() {
        return Math.min(closed, closes);
    }

    /** Returns the moment at which sending stops. */
    long quiet() {
        return quiet;
    }

    boolean isQuiet() {
        return quiet != FAR;
    }

    boolean isCancelling(long now) {
        return now >= cancelFrom;
    }

    boolean isWholeRun() {
        return wholeRun;
    }

    /** Returns whether {@code maxDuration} came before the measurement was complete. */
    boolean isCapped() {
        return capped;
    }
}
