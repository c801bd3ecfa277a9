package io.github.llmperf.load;

import static io.github.llmperf.load.Loop.State.CANCELLING;
import static io.github.llmperf.load.Loop.State.DONE;
import static io.github.llmperf.load.Loop.State.RUNNING;

import io.github.llmperf.clock.NanoClock;
import io.github.llmperf.load.LoadRun.End;
import io.github.llmperf.load.Loop.State;
import io.github.llmperf.plan.Arrival;
import io.github.llmperf.plan.LoadPlan;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Loads that follow each other without a break. The next load begins when the previous one stops sending; requests then
 * in flight continue and belong to the load that sent them. A load that ends early is the last one.
 */
final class StageSequence {

    /** A request that does not end when cancelled is abandoned after this time. */
    private static final long GIVE_UP = TimeUnit.SECONDS.toNanos(10);

    private final List<LoadPlan> plans;
    private final List<? extends LoadProgress> progress;
    private final List<StopRule> rules;
    private final NanoClock clock;
    private final Runnable changed;
    private final List<Loop> loops = new ArrayList<>();
    private final List<CountDownLatch> begun;
    private int toldQuiet;
    private boolean endedEarly;
    private long cancellingSince = LoadLifecycle.FAR;

    /**
     * Prepares loads; none begins before {@link #start}.
     *
     * @param progress told of each load
     * @param rules who may end each of them early
     * @param changed called when those who wait should ask again; must not call back
     */
    StageSequence(
            List<LoadPlan> plans,
            List<? extends LoadProgress> progress,
            List<StopRule> rules,
            NanoClock clock,
            Runnable changed) {
        if (plans.isEmpty() || plans.size() != rules.size() || plans.size() != progress.size()) {
            throw new IllegalArgumentException(
                    "stages must be one or more, each with a stop rule and a listener, but are " + plans.size()
                            + " with " + rules.size() + " rules and " + progress.size() + " listeners");
        }
        this.plans = List.copyOf(plans);
        this.progress = List.copyOf(progress);
        this.rules = List.copyOf(rules);
        this.clock = clock;
        this.changed = changed;
        begun = plans.stream().map(plan -> new CountDownLatch(1)).toList();
    }

    /** Begins the first load, at a moment that may lie ahead. */
    synchronized void start(long moment) {
        begin(Handover.none(moment));
        if (endedEarly) {
            loops.get(0).stop(End.INTERRUPTED);
        }
    }

    /** Returns when the first load began. */
    synchronized long started() {
        return loops.get(0).started();
    }

    /**
     * Returns the ids of all senders: the user numbers, and −1 for the schedule of an open loop.
     *
     * @return users of the largest load, and −1 if any load is open
     */
    List<Integer> senders() {
        List<Integer> senders = new ArrayList<>();
        if (plans.stream().anyMatch(LoadPlan::isOpenLoop)) {
            senders.add(-1);
        }
        int most = plans.stream().mapToInt(StageSequence::users).max().orElseThrow();
        for (int user = 0; user < most; user++) {
            senders.add(user);
        }
        return senders;
    }

    /** Returns the numbers of the loads in which someone sends. */
    List<Integer> loadsOf(int sender) {
        List<Integer> loads = new ArrayList<>();
        for (int load = 0; load < plans.size(); load++) {
            LoadPlan plan = plans.get(load);
            if (sender < 0 ? plan.isOpenLoop() : sender < users(plan)) {
                loads.add(load);
            }
        }
        return loads;
    }

    private static int users(LoadPlan plan) {
        return plan.load().arrival() instanceof Arrival.ClosedLoop closed ? closed.users() : 0;
    }

    /** Waits until a load begins; returns null if it never will. */
    @Nullable
    Loop await(int load) throws InterruptedException {
        @Nullable Loop loop = begun(load);
        if (loop == null) {
            begun.get(load).await();
            loop = begun(load);
        }
        return loop;
    }

    /** Returns a load, or null if it has not begun. */
    synchronized @Nullable Loop begun(int load) {
        proceed();
        return load < loops.size() ? loops.get(load) : null;
    }

    /** Returns what the run needs now. */
    synchronized State state() {
        proceed();
        tellQuiet();
        if (loops.isEmpty()) {
            return RUNNING;
        }
        State state = DONE;
        for (Loop loop : loops) {
            State own = loop.state();
            // While requests of one load must continue, none can be cancelled: the client can only cancel all.
            state = own == RUNNING || state == RUNNING ? RUNNING : own == CANCELLING ? CANCELLING : state;
        }
        // A load that has just become quiet is followed by the next one at the next check, whatever it asks for itself.
        if (state != RUNNING && !endedEarly && loops.size() < plans.size()) {
            return RUNNING;
        }
        if (state == CANCELLING) {
            long now = clock.now();
            cancellingSince = Math.min(cancellingSince, now);
            return now - cancellingSince >= GIVE_UP ? DONE : CANCELLING;
        }
        if (state == DONE) {
            tellQuiet(); // the last load may have become quiet, and ended, since that was looked at
        }
        return state;
    }

    /** Returns the next moment at which something changes without an event. */
    synchronized long alarm() {
        long alarm = loops.stream().mapToLong(Loop::alarm).min().orElse(LoadLifecycle.FAR);
        // Read last, so that a moment passing meanwhile is either still ahead of the alarm or seen here.
        return state() == RUNNING ? alarm : clock.now();
    }

    /** Ends the run at once: requests in flight are to be cancelled. */
    synchronized void stop(End reason) {
        if (loops.isEmpty()) {
            endedEarly = true;
            begun.forEach(CountDownLatch::countDown);
            return;
        }
        proceed();
        loops.get(loops.size() - 1).stop(reason);
        proceed();
    }

    /**
     * Ends the bookkeeping and returns the runs, one for each load that began, up to one that ended early.
     *
     * @param startedAt wall-clock time of the first one's start
     * @return one or more
     */
    synchronized List<LoadRun> finish(Instant startedAt, Health health) {
        List<LoadRun> runs = new ArrayList<>();
        for (Loop loop : loops) {
            Instant at = startedAt.plusNanos(loop.started() - loops.get(0).started());
            runs.add(loop.finish(at, health));
            if (loop.endedEarly()) {
                break;
            }
        }
        return runs;
    }

    private void proceed() {
        while (!loops.isEmpty() && !endedEarly && loops.size() < plans.size()) {
            Optional<Handover> handover = loops.get(loops.size() - 1).handover();
            if (handover.isEmpty()) {
                break;
            }
            begin(handover.get());
        }
        if (!endedEarly && loops.stream().anyMatch(Loop::endedEarly)) {
            endedEarly = true;
            endTheOthers();
            begun.forEach(CountDownLatch::countDown);
        }
    }

    private void tellQuiet() {
        while (toldQuiet < loops.size() && loops.get(toldQuiet).quiet().isPresent()) {
            long moment = loops.get(toldQuiet).quiet().getAsLong();
            progress.get(toldQuiet++).quiet(moment);
        }
    }

    private void begin(Handover handover) {
        int load = loops.size();
        LoadPlan plan = plans.get(load).ofNumber(load);
        progress.get(load).started(handover.moment());
        loops.add(Loop.of(plan, clock, rules.get(load), handover, changed));
        begun.get(load).countDown();
        changed.run();
    }

    private void endTheOthers() {
        boolean later = false;
        for (Loop loop : loops) {
            if (later) {
                loop.stop(End.INTERRUPTED);
            } else if (loop.endedEarly()) {
                later = true;
            } else {
                loop.cancel();
            }
        }
    }
}
