package io.github.llmperf.load;

import com.sun.management.OperatingSystemMXBean;
import io.github.llmperf.client.AnswerWaits;
import io.github.llmperf.client.LlmClient;
import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.clock.NanoClock;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.witness.ClientOverhead;
import io.github.llmperf.witness.Witness;
import java.lang.management.ManagementFactory;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Observes the load generator from start to close. */
final class HealthProbe implements AutoCloseable {

    private final NanoClock clock;
    private final Canary canary;
    private final Thread canaryThread;
    private final GcPauses pauses = new GcPauses();
    private final CpuPressure pressure = CpuPressure.ofMachine();
    private final CoalescedEvents coalesced = new CoalescedEvents();
    private final int cpus = Runtime.getRuntime().availableProcessors();
    private final long startedAt = System.nanoTime();
    private final long cpuTimeAtStart;
    private final OptionalLong pressureAtStart;
    private final Optional<Witness> witness;
    private final LlmClient client;
    private boolean ended;
    private AnswerWaits waits = AnswerWaits.NONE;
    private @Nullable Double machineCpu;

    private HealthProbe(NanoClock clock, LlmClient client, Optional<Witness> witness) {
        this.clock = clock;
        this.client = client;
        this.witness = witness;
        canary = new Canary(clock);
        canaryThread = LoadThreads.PLATFORM.unstarted("llmperf-canary", this::watch);
        cpuTimeAtStart = processCpuTime();
        pressureAtStart = pressure.micros();
        MachineCpu.usedSinceLast(); // what was before does not count
    }

    /** Starts observing; a client that sends for real is watched by a reference stream through it. */
    static HealthProbe start(NanoClock clock, LlmClient client, LoadPlan plan) {
        HealthProbe probe =
                new HealthProbe(clock, client, Witness.start(client, plan.target(), plan.isOpenLoop(), clock::now));
        probe.canaryThread.start();
        return probe;
    }

    /** Records a request that has ended. */
    void ended(RequestRecord record) {
        coalesced.add(record);
    }

    /**
     * Returns what was observed so far. Lateness and pauses count from the window's opening to the run's end, since
     * requests in flight at its closing count in latencies; processors count since the start.
     */
    Health health(RunTimes times) {
        long wall = System.nanoTime() - startedAt;
        long begin = uptimeMillis(times.windowOpened());
        long end = uptimeMillis(times.ended());
        long cpuTime = processCpuTime();
        double processCpu = cpuTime < 0 || cpuTimeAtStart < 0
                ? Double.NaN
                : Math.min(1, (cpuTime - cpuTimeAtStart) / ((double) wall * cpus));
        return new Health(
                canary.p99Ms(times.windowOpened(), times.ended()),
                new Health.Pauses(pauses.longestMs(begin, end), pauses.sumMs(begin, end)),
                new Health.Cpu(
                        processCpu, machineCpuOnce(), CpuPressure.part(pressureAtStart, pressure.micros(), wall), cpus),
                coalesced.part(),
                witness.map(seen -> seen.added(times.windowOpened(), times.ended()))
                        .orElse(ClientOverhead.UNKNOWN),
                RehearsalResult.NOT,
                waits);
    }

    /** Stops watching the load, so that its figures are complete. */
    void loadEnded() {
        witness.ifPresent(Witness::close);
        waits = ended ? waits : client.takeWaits();
        ended = true;
    }

    /** A second call would cover only the time since the first. */
    private double machineCpuOnce() {
        if (machineCpu == null) {
            machineCpu = MachineCpu.usedSinceLast();
        }
        return machineCpu;
    }

    /** Pauses are stamped by another clock. */
    private long uptimeMillis(long moment) {
        return ManagementFactory.getRuntimeMXBean().getUptime() - TimeUnit.NANOSECONDS.toMillis(clock.now() - moment);
    }

    @Override
    public void close() {
        loadEnded();
        pauses.close();
        canaryThread.interrupt();
        boolean interrupted = false;
        try {
            canaryThread.join(1000);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void watch() {
        try {
            canary.sing();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static long processCpuTime() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
                ? system.getProcessCpuTime()
                : -1;
    }
}
