package io.github.llmperf.load;

import io.github.llmperf.client.RequestPhase;
import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.clock.NanoClock;
import io.github.llmperf.plan.Arrival;
import io.github.llmperf.plan.LoadPlan;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Requests sent by a schedule that does not wait for answers.
 *
 * <p>The number of requests is the one set, or {@code round(rate × duration)}, or the adaptive 100. A warm-up of a time
 * puts {@code round(rate × time)} requests before them at the same rate; a warm-up of requests per user means none, since
 * there are no users; a cooldown puts as many after them. Each part has random numbers of its own, so that measured requests
 * are due at the same moments whatever surrounds them. The window opens after the warm-up and closes with the duration, or
 * with the last request sent; of both, what comes first.
 *
 * <p>With a cap on requests in flight a due request may wait, and its latency counts from when it was due; all due
 * requests are sent, if necessary after the duration, unless {@code maxDuration} or a WHOLE_RUN deadline comes first.
 *
 * <p>A refusal delays nothing, whatever it asks for: those who send do not know of each other.
 */
final class OpenLoop extends Loop {

    private static final int MEASURED_STREAM = 0;
    private static final int WARMUP_STREAM = 1;
    private static final int COOLDOWN_STREAM = 2;

    /** A request is handed over this long before it is due, so that its thread is awake and its prompt is written. */
    private static final long AHEAD = TimeUnit.MILLISECONDS.toNanos(10);

    /**
     * Requests due within this time after the start are handed over before the start, so that they have connections.
     */
    private static final long FIRST = TimeUnit.MILLISECONDS.toNanos(100);

    private static final long FIRST_PER_REQUEST = TimeUnit.MICROSECONDS.toNanos(200);
    private static final long LONGEST_FIRST = TimeUnit.SECONDS.toNanos(1);

    private final long[] due;
    private final int measuredFrom;
    private final int cooldownFrom;
    private final boolean closesWithLast;
    private final int cap;
    private final long first;

    /**
     * Prepares a load.
     *
     * @throws IllegalArgumentException if an infinite rate is to last for a time
     */
    OpenLoop(LoadPlan plan, NanoClock clock, StopRule stop, Handover from, Runnable changed) {
        super(plan, clock, stop, from, changed);
        Arrival.OpenLoop arrival = (Arrival.OpenLoop) plan.load().arrival();
        boolean wholeRun = course().isWholeRun();
        Duration warmup =
                wholeRun ? Duration.ZERO : plan.load().phases().warmup().time();
        Duration cooldown = wholeRun ? Duration.ZERO : plan.load().phases().cooldown();
        Optional<Duration> duration = plan.load().phases().duration();
        double rate = arrival.requestRate();
        requireEnd(rate, warmup, cooldown, duration);
        cap = arrival.maxInFlight().orElse(Integer.MAX_VALUE);
        first = lead(plan);
        int goal = plan.requestGoal().orElse(Integer.MAX_VALUE);
        int inTime = duration.map(d -> Math.max(1, requests(rate, d))).orElse(Integer.MAX_VALUE);
        int measured = Math.min(goal, inTime);
        closesWithLast = goal <= inTime;
        measuredFrom = requests(rate, warmup);
        cooldownFrom = measuredFrom + measured;
        due = new long[cooldownFrom + requests(rate, cooldown)];
        long opens = started() + warmup.toNanos();
        long length = closesWithLast
                ? Schedule.length(measured, rate)
                : duration.orElseThrow().toNanos();
        fill(0, measuredFrom, started(), plan, WARMUP_STREAM);
        fill(measuredFrom, cooldownFrom, opens, plan, MEASURED_STREAM);
        fill(cooldownFrom, due.length, opens + length, plan, COOLDOWN_STREAM);
        course().owe();
        open(opens);
    }

    /** Returns how long before its begin a load needs to open the connections of its first requests; 0 in a closed loop. */
    static long lead(LoadPlan plan) {
        if (!(plan.load().arrival() instanceof Arrival.OpenLoop arrival)) {
            return 0;
        }
        double soon = arrival.requestRate() * FIRST / 1e9;
        int most = Math.min(
                plan.requestGoal().orElse(Integer.MAX_VALUE),
                arrival.maxInFlight().orElse(Integer.MAX_VALUE));
        return FIRST + Math.min(LONGEST_FIRST, Math.round(FIRST_PER_REQUEST * Math.min(soon, most)));
    }

    private static void requireEnd(double rate, Duration warmup, Duration cooldown, Optional<Duration> duration) {
        if (Double.isInfinite(rate)) {
            require(duration.isEmpty(), "duration must not be set", "set requests instead");
            require(warmup.isZero(), "warmup must not be a time", "set warmup = \"0\"");
            require(cooldown.isZero(), "cooldown must not be set", "remove it");
        }
    }

    private static void require(boolean fits, String must, String wayOut) {
        if (!fits) {
            throw new IllegalArgumentException(must + " with requestRate \"inf\", which sends all at once; " + wayOut);
        }
    }

    private static int requests(double rate, Duration time) {
        return time.isZero() ? 0 : Math.toIntExact(Math.round(rate * time.toNanos() / 1e9));
    }

    private void fill(int from, int to, long begin, LoadPlan plan, int stream) {
        Arrival.OpenLoop arrival = (Arrival.OpenLoop) plan.load().arrival();
        long[] offsets = Schedule.offsets(
                to - from,
                arrival.requestRate(),
                arrival.burstiness(),
                Randomness.stream(plan.load().seed(), stream));
        for (int i = from; i < to; i++) {
            due[i] = begin + offsets[i - from];
        }
    }

    @Override
    NextAction propose(int user, long now) {
        int index = sent();
        if (index == due.length || inFlight() >= cap) {
            return new NextAction.Wait(LoadLifecycle.FAR);
        }
        long ahead = due[index] - (now < started() ? first : AHEAD);
        if (now < ahead || !course().admits(due[index])) {
            return new NextAction.Wait(now < ahead ? ahead : due[index]);
        }
        if (index + 1 == cooldownFrom) {
            long last = Math.max(now, due[index]);
            course().owesNoMore(last);
            if (closesWithLast) {
                meetGoal(last);
            }
        }
        return new NextAction.Send(index, user, phase(index), due[index]);
    }

    private RequestPhase phase(int index) {
        if (index < measuredFrom) {
            return RequestPhase.WARMUP;
        }
        return index < cooldownFrom ? RequestPhase.MEASURED : RequestPhase.COOLDOWN;
    }

    @Override
    void settle(RequestRecord record, long now) {
        if (inFlight() == cap - 1) {
            announce();
        }
    }

    @Override
    int underWay(long now) {
        int underWay = inFlight();
        for (int i = sent() - 1; i >= 0 && due[i] >= now; i--) {
            underWay--;
        }
        return underWay;
    }

    @Override
    int usersStartedBefore(long moment) {
        return 0;
    }

    @Override
    long readyAt(int user) {
        throw new IllegalStateException("an open loop has no users, but was asked for user " + user);
    }
}
