package io.github.llmperf.load;

import io.github.llmperf.client.LlmClient;
import io.github.llmperf.clock.NanoClock;
import io.github.llmperf.plan.Arrival;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.prompt.PromptSource;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Runs the load of a plan, or several that follow each other: one thread per user in closed loop, one per request in
 * flight in open loop. All threads have ended when it returns.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class LoadRunner {

    /** The run begins this much after all threads are there, so that they are awake when the first request is due. */
    private static final long LEAD = TimeUnit.MILLISECONDS.toNanos(20);

    private static final long LEAD_PER_USER = TimeUnit.MICROSECONDS.toNanos(20);

    private final NanoClock clock;
    private final boolean hurries;

    /** Creates a runner. */
    public LoadRunner(NanoClock clock) {
        this(clock, false);
    }

    private LoadRunner(NanoClock clock, boolean hurries) {
        this.clock = clock;
        this.hurries = hurries;
    }

    /**
     * Creates a runner for loads whose times are not evaluated.
     *
     * @return a runner that opens no connections before an open loop begins, as that would take longer than a short
     *     load
     */
    public static LoadRunner hurrying(NanoClock clock) {
        return new LoadRunner(clock, true);
    }

    /**
     * Returns whether each user takes a platform thread.
     *
     * @return true on a Java whose virtual threads would block each other
     */
    public static boolean takesThreadPerUser() {
        return LoadThreads.areOfSystem();
    }

    /**
     * Sends a plan's requests and waits for their end. A load lasts at most {@code maxDuration} and, where requests in
     * flight are waited for, one time-out more. When the calling thread is interrupted, all requests are cancelled and
     * the run so far is returned within a second, with the thread's interrupt status set again.
     *
     * @param prompts gives each request its prompt; called on the load's threads
     * @param client sends requests; not closed here
     * @param progress told of each request that has ended, on the load's threads
     * @param stop may end the run early
     * @return what was sent, and how the generator fared
     * @throws InterruptedException if the calling thread was interrupted before anything was sent
     * @throws IllegalArgumentException if an open loop at an infinite rate is to last for a time
     * @throws RuntimeException what prompts, client or progress threw: the run is then cancelled
     * @throws OutOfThreadsException if this machine allows fewer threads than the load takes: the run is then cancelled
     * @throws OutOfMemoryError if the heap was exhausted, on whatever thread: the run is then cancelled, and what was
     *     measured is given up
     */
    public LoadRun run(LoadPlan plan, PromptSource prompts, LlmClient client, LoadProgress progress, StopRule stop)
            throws InterruptedException {
        return run(List.of(plan), prompts, client, List.of(progress), List.of(stop))
                .get(0);
    }

    /**
     * Sends loads that follow each other without a break. The next load begins when the previous one stops sending.
     * Each user moves to the next load once its request and its think time have ended; additional users start by the
     * next load's ramp, and surplus users stop. Requests in flight continue and belong to the load that sent them. Each
     * load has its own warm-up and window, and takes up the prompts where the previous load stopped.
     *
     * <p>A load that ends early (anything but its plan and {@code maxDuration}) is the last: those after it are not
     * returned.
     *
     * @param stages what was asked for, one load or more
     * @param prompts gives each request its prompt, by the number of requests sent before in all loads; called on the
     *     load's threads
     * @param client sends requests; not closed here
     * @param progress told of each request of a load that has ended, on the load's threads, in the same order
     * @param stops who may end each load early, in the same order
     * @return a run for each load that began, in the same order; health is that of all together
     * @throws InterruptedException if the calling thread was interrupted before anything was sent
     * @throws IllegalArgumentException if an open loop at an infinite rate is to last for a time
     * @throws RuntimeException what prompts, client or progress threw: the run is then cancelled
     */
    public List<LoadRun> run(
            List<LoadPlan> stages,
            PromptSource prompts,
            LlmClient client,
            List<? extends LoadProgress> progress,
            List<StopRule> stops)
            throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted before the first request was sent");
        }
        client.ready();
        WakeSignal wakeSignal = new WakeSignal(clock);
        StageSequence sequence = new StageSequence(stages, progress, stops, clock, wakeSignal::signal);
        WorkerThreads workerThreads = new WorkerThreads(sequence, wakeSignal, clock, client::cancelAll);
        List<LoadRun> runs;
        boolean interrupted;
        try (HealthProbe probe = HealthProbe.start(clock, client, stages.get(0))) {
            List<LoadProgress> observed = progress.stream()
                    .map(listener -> LoadProgress.both(probe::ended, listener))
                    .toList();
            interrupted = attend(workerThreads, sequence, new Sender(prompts, client, observed), stages);
            probe.loadEnded();
            Instant startedAt = Instant.now().minusNanos(clock.now() - sequence.started());
            runs = sequence.finish(startedAt, Health.unknown()).stream()
                    .map(run -> run.with(probe.health(run.times())))
                    .toList();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        workerThreads.rethrow();
        return runs;
    }

    private static int users(List<LoadPlan> stages) {
        return stages.stream()
                .mapToInt(plan -> plan.load().arrival() instanceof Arrival.ClosedLoop closed ? closed.users() : 0)
                .max()
                .orElse(0);
    }

    private long lead(List<LoadPlan> stages) {
        return LEAD + users(stages) * LEAD_PER_USER + (hurries ? 0 : OpenLoop.lead(stages.get(0)));
    }

    /** A user's conversation continues from one load to the next, so all loads have the same number of turns. */
    private static int turns(List<LoadPlan> stages) {
        return stages.stream()
                .mapToInt(plan -> plan.load().arrival() instanceof Arrival.ClosedLoop closed ? closed.turns() : 1)
                .max()
                .orElse(1);
    }

    /**
     * The load begins once all threads exist, those of later stages included, so that starting threads delays no
     * request.
     */
    private boolean attend(WorkerThreads workerThreads, StageSequence sequence, Sender sender, List<LoadPlan> stages) {
        int turns = turns(stages);
        LoadThreads users = LoadThreads.light();
        try (RequestThreads threads = new RequestThreads(sender, workerThreads)) {
            return threads.work(() -> {
                for (int number : sequence.senders()) {
                    if (number < 0) {
                        workerThreads.startThread(LoadThreads.PLATFORM, "llmperf-dispatch", number, threads::send);
                    } else {
                        workerThreads.startThread(users, "llmperf-user-" + number, number, sender.ofUser(turns));
                    }
                }
                sequence.start(clock.now() + lead(stages));
            });
        }
    }
}
