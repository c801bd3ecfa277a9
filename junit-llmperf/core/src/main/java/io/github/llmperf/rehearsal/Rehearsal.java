package io.github.llmperf.rehearsal;

import com.sun.management.OperatingSystemMXBean;
import io.github.llmperf.client.OkHttpLlmClient;
import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.clock.NanoClock;
import io.github.llmperf.load.LoadProgress;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.load.LoadRunner;
import io.github.llmperf.load.RehearsalResult;
import io.github.llmperf.load.StopRule;
import io.github.llmperf.measure.Recorder;
import io.github.llmperf.plan.Arrival;
import io.github.llmperf.plan.Caps;
import io.github.llmperf.plan.Criteria;
import io.github.llmperf.plan.Load;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.Observation;
import io.github.llmperf.plan.Output;
import io.github.llmperf.plan.Phases;
import io.github.llmperf.plan.Phases.WindowKind;
import io.github.llmperf.plan.Target;
import io.github.llmperf.prompt.Prompt;
import io.github.llmperf.witness.OwnServer;
import io.github.llmperf.witness.ReferenceLoad;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Sends loads to a server of this program's own, through all that a load runs through, until an event has become as cheap
 * as it will: a fresh Java interprets first and compiles meanwhile, and both would be measured as the server's. Ends after
 * 0.4 s at the earliest and begins nothing more after 1.5 s.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class Rehearsal {

    private static final long SHORTEST = TimeUnit.MILLISECONDS.toNanos(400);
    private static final long LONGEST = TimeUnit.MILLISECONDS.toNanos(1500);
    private static final Duration TIMEOUT = Duration.ofSeconds(2);
    private static final double NANOS_PER_SECOND = 1e9;
    private static final int PROMPT_CHARS = 1000;
    private static final Prompt PROMPT = Prompt.of("to see or not to see ".repeat(PROMPT_CHARS / 21));

    private final LoadPlan coming;
    private final RehearsalSize pace;
    private final NanoClock clock;
    private final LongSupplier processorTime;
    private long events;

    private Rehearsal(LoadPlan coming, NanoClock clock, LongSupplier processorTime) {
        this.coming = coming;
        this.pace = RehearsalSize.of(
                coming.load().arrival() instanceof Arrival.ClosedLoop closed ? closed.users() : Integer.MAX_VALUE);
        this.clock = clock;
        this.processorTime = processorTime;
    }

    /**
     * Rehearses a load. Never throws: a load can do without.
     *
     * @param coming the load that follows, of which dialect, kind of loop and number of streams are taken
     * @return how it went; an interrupt ends it and stays set
     */
    public static RehearsalResult of(LoadPlan coming, NanoClock clock) {
        return of(coming, clock, Rehearsal::processCpuTime);
    }

    static RehearsalResult of(LoadPlan coming, NanoClock clock, LongSupplier processorTime) {
        try {
            return new Rehearsal(coming, clock, processorTime).run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return RehearsalResult.failed("interrupted");
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            // Threads that cannot be started are such an error too; the load itself may need fewer.
            return RehearsalResult.failed(String.valueOf(e.getMessage()));
        }
    }

    private RehearsalResult run() throws IOException, InterruptedException {
        long begin = clock.now();
        try (OwnServer server = OwnServer.start(coming.target().api(), RehearsalSize.EVENTS, pace::answer, clock::now);
                RehearsalTarget stage = RehearsalTarget.before(server, coming.target());
                OkHttpLlmClient client = OkHttpLlmClient.open(
                        stage.target(),
                        ReferenceLoad.workload(RehearsalSize.EVENTS),
                        TIMEOUT,
                        pace.streams(),
                        clock::now)) {
            CostCurve costs = new CostCurve();
            long passed = 0;
            while (passed < LONGEST && (passed < SHORTEST || !costs.isFlat())) {
                long before = processorTime.getAsLong();
                long count = round(plan(stage.target(), LONGEST - passed), client);
                long after = processorTime.getAsLong();
                costs.add(before < 0 || after < 0 ? Double.NaN : (after - before) / (double) count);
                events += count;
                passed = clock.now() - begin;
            }
            return RehearsalResult.done(passed / NANOS_PER_SECOND, events);
        }
    }

    /** Returns how many events were read. */
    private long round(LoadPlan plan, OkHttpLlmClient client) throws InterruptedException {
        LoadRun run =
                LoadRunner.hurrying(clock).run(plan, index -> PROMPT, client, LoadProgress.SILENT, StopRule.NEVER);
        if (run.end() == LoadRun.End.INTERRUPTED) {
            throw new InterruptedException();
        }
        Recorder.measure(plan, run);
        long count = 0;
        Optional<RequestRecord> failed = Optional.empty();
        for (RequestRecord record : run.records()) {
            count += record.moments().tokenEvents().length;
            failed = record.succeeded() ? failed : Optional.of(record);
        }
        if (count == 0) {
            throw new IllegalStateException(
                    failed.map(record -> String.valueOf(record.failure())).orElse("no event was read"));
        }
        return count;
    }

    private LoadPlan plan(Target target, long left) {
        Arrival arrival = coming.isOpenLoop()
                ? new Arrival.OpenLoop(pace.requestRate(), 1, OptionalInt.empty())
                : Arrival.ClosedLoop.of(pace.streams());
        Phases phases = new Phases(
                Phases.Warmup.NONE,
                OptionalInt.of(RehearsalSize.REQUESTS),
                Optional.empty(),
                Duration.ZERO,
                Duration.ofNanos(left),
                WindowKind.STEADY,
                false);
        return new LoadPlan(
                coming.scenario(),
                "rehearsal",
                target,
                Load.once(
                        ReferenceLoad.workload(RehearsalSize.EVENTS),
                        arrival,
                        phases,
                        coming.load().seed()),
                Caps.ofTimeout(TIMEOUT),
                Criteria.NONE,
                Observation.UNPROBED,
                new Output(coming.output().directory(), false));
    }

    private static long processCpuTime() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
                ? system.getProcessCpuTime()
                : -1;
    }
}
