package io.github.llmperf.load;

import io.github.llmperf.client.RequestPhase;
import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.clock.NanoClock;
import io.github.llmperf.plan.Arrival;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.Phases.Warmup;
import java.util.Random;

/**
 * Users that wait for their answers and take their requests from one shared queue.
 *
 * <p>A user is spawned at an absolute moment and sends its first request at once; think time is served before each further
 * one, and one that was refused waits as {@link RefusalPause} says. In a steady window it goes on sending after its own
 * warm-up, not measured, until the last user has ended its warm-up: that moment opens the window, and nobody is held back
 * for it. A warm-up of a time ends at spawn + time; without a warm-up it ends with the spawn.
 *
 * <p>A fixed number of requests makes a queue of that many measured requests, and the window closes when the last one
 * is taken. The adaptive rule has no such queue: all users go on until the goal's number of measured requests has
 * <em>ended</em>, and that moment closes the window; those in flight then still count in latencies, so that slow ones
 * are not left out. With a WHOLE_RUN window both rules use a queue, and the window ends with its last request.
 *
 * <p>After the window all go on for the cooldown. Users handed over from the previous load continue as the same users,
 * each from the moment it is ready; further users start by this load's ramp.
 */
final class ClosedLoop extends Loop {

    /** The previous loop says when its user is ready; it is asked when the user is handed over. */
    private static final long COMES_OVER = Long.MIN_VALUE;

    private final Arrival.ClosedLoop arrival;
    private final int cameOver;
    private final int warmupRequests;
    private final int queue;
    private final int endedGoal;
    private final long[] readyAt;
    private final Random[] randoms;
    private final int[] endedByUser;
    private final RefusedUsers refused;
    private int warmUsers;
    private int measuredTaken;
    private int measuredEnded;

    ClosedLoop(LoadPlan plan, NanoClock clock, StopRule stop, Handover from, Runnable changed) {
        super(plan, clock, stop, from, changed);
        arrival = (Arrival.ClosedLoop) plan.load().arrival();
        int users = arrival.users();
        cameOver = Math.min(users, from.users());
        boolean wholeRun = course().isWholeRun();
        boolean endsByEnded = plan.load().phases().isAdaptive() && !wholeRun;
        int goal = plan.requestGoal().orElse(Integer.MAX_VALUE);
        queue = endsByEnded ? Integer.MAX_VALUE : goal;
        endedGoal = endsByEnded ? goal : Integer.MAX_VALUE;
        readyAt = new long[users];
        randoms = new Random[users];
        endedByUser = new int[users];
        refused = new RefusedUsers(users);
        for (int user = 0; user < users; user++) {
            readyAt[user] = user < cameOver ? COMES_OVER : spawn(user);
            randoms[user] = Randomness.stream(plan.load().seed(), user);
        }
        Warmup warmup = plan.load().phases().warmup();
        warmupRequests = wholeRun ? 0 : warmup.requestsPerUser();
        if (wholeRun) {
            open(started());
        } else if (warmupRequests == 0) {
            open(spawn(users - 1) + warmup.time().toNanos());
        }
    }

    /** Returns when a user starts; users handed over from the previous load have already started. */
    private long spawn(int user) {
        int place = user - cameOver;
        return started() + (place < 0 ? 0 : arrival.ramp().startOf(place).toNanos());
    }

    @Override
    NextAction propose(int user, long now) {
        long ready = readyAt(user);
        if (now < ready) {
            return new NextAction.Wait(ready);
        }
        refused.done(user, course().opened(), course().windowClosed());
        RequestPhase phase = course().phaseAt(now);
        if (phase == RequestPhase.MEASURED && ++measuredTaken == queue) {
            meetGoal(now);
        }
        return new NextAction.Send(sent(), user, phase, ready);
    }

    @Override
    long readyAt(int user) {
        if (readyAt[user] == COMES_OVER) {
            readyAt[user] = Math.max(started(), from().readyAt().applyAsLong(user));
        }
        return readyAt[user];
    }

    @Override
    int usersStartedBefore(long moment) {
        int users = cameOver;
        while (users < readyAt.length && spawn(users) < moment) {
            users++;
        }
        return users;
    }

    @Override
    void settle(RequestRecord record, long now) {
        int user = record.user();
        long free = freeAt(record, now);
        long willing = free + think(user);
        readyAt[user] = Math.max(willing, free + RefusalPause.after(record));
        refused.pause(user, willing, readyAt[user]);
        if (record.cancelled()) {
            return;
        }
        if (++endedByUser[user] == warmupRequests && ++warmUsers == readyAt.length) {
            open(now);
        }
        if (record.measured() && ++measuredEnded == endedGoal) {
            meetGoal(now);
        }
    }

    @Override
    RefusalWaits waited(long opened, long closed) {
        return refused.ended(opened, closed);
    }

    /** Think time begins when the answer ends, so that this program's own work in between shows as client delay. */
    private static long freeAt(RequestRecord record, long now) {
        long ended = record.moments().end();
        return ended >= record.moments().scheduled() && ended <= now ? ended : now;
    }

    private long think(int user) {
        return arrival.thinkTime().draw(randoms[user].nextDouble()).toNanos();
    }
}
