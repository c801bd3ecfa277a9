package io.github.llmperf.load;

import io.github.llmperf.client.LlmClient;
import io.github.llmperf.plan.Arrival;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.prompt.PromptSource;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Runs the load of a plan: one thread per user in closed loop, one per request in flight in open loop. All threads have
 * ended when it returns.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class LoadRunner {

    /** The run begins this much later, so that all threads are up when the first request is due. */
    private static final long LEAD = TimeUnit.MILLISECONDS.toNanos(20);

    private static final long LEAD_PER_USER = TimeUnit.MICROSECONDS.toNanos(100);

    private final NanoClock clock;

    /**
     * Creates a runner.
     *
     * @param clock the clock that the client stamps its moments with
     */
    public LoadRunner(NanoClock clock) {
        this.clock = clock;
    }

    /**
     * Sends a plan's requests and waits for their end. A load lasts at most {@code maxDuration} and, where requests in
     * flight are waited for, one time-out more. When the calling thread is interrupted, all requests are cancelled and
     * the run so far is returned within a second, with the thread's interrupt status set again.
     *
     * @param plan what was asked for
     * @param prompts gives each request its prompt; called on the load's threads
     * @param client sends requests; not closed here
     * @param progress told of each request that has ended, on the load's threads
     * @param stop may end the run early
     * @return what was sent, and how the generator fared
     * @throws InterruptedException if the calling thread was interrupted before anything was sent
     * @throws IllegalArgumentException if an open loop at an infinite rate is to last for a time
     * @throws RuntimeException what prompts, client or progress threw: the run is then cancelled
     */
    public LoadRun run(LoadPlan plan, PromptSource prompts, LlmClient client, LoadProgress progress, StopRule stop)
            throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted before the first request was sent");
        }
        Bell bell = new Bell(clock);
        int users = plan.arrival() instanceof Arrival.ClosedLoop closed ? closed.users() : 0;
        long lead = LEAD + users * LEAD_PER_USER;
        Instant startedAt = Instant.now().plusNanos(lead);
        long started = clock.now() + lead;
        Loop loop = plan.isOpenLoop()
                ? new OpenLoop(plan, clock, stop, started, bell::ring)
                : new ClosedLoop(plan, clock, stop, started, bell::ring);
        Crew crew = new Crew(loop, bell, clock, client::cancelAll);
        LoadRun run;
        boolean interrupted;
        try (HealthProbe probe = HealthProbe.start(clock)) {
            Sender sender = new Sender(loop, prompts, client, record -> {
                probe.ended(record);
                progress.ended(record);
            });
            interrupted = plan.isOpenLoop() ? dispatch(crew, sender) : attend(crew, sender, users);
            LoadRun ended = loop.finish(startedAt, Health.unknown());
            run = ended.with(probe.health(ended.times()));
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        crew.rethrow();
        return run;
    }

    private static boolean attend(Crew crew, Sender sender, int users) {
        LoadThreads kind = LoadThreads.light();
        return crew.work(() -> {
            for (int user = 0; user < users; user++) {
                crew.hire(kind, "llmperf-user-" + user, user, sender::send);
            }
        });
    }

    private static boolean dispatch(Crew crew, Sender sender) {
        try (RequestThreads threads = new RequestThreads(sender, crew)) {
            return threads.work();
        }
    }
}
