package io.github.llmperf.load;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** Observes the load generator from start to close. */
final class HealthProbe implements AutoCloseable {

    private final Canary canary;
    private final Thread canaryThread;
    private final GcPauses pauses = new GcPauses();
    private final int cpus = Runtime.getRuntime().availableProcessors();
    private final long startedAt = System.nanoTime();
    private final long cpuTimeAtStart;

    private HealthProbe(NanoClock clock) {
        canary = new Canary(clock);
        canaryThread = new Thread(this::watch, "llmperf-canary");
        canaryThread.setDaemon(true);
        cpuTimeAtStart = processCpuTime();
        machineCpu(); // the machine's load is told since the last time one asked
    }

    /** Starts observing. */
    static HealthProbe start(NanoClock clock) {
        HealthProbe probe = new HealthProbe(clock);
        probe.canaryThread.start();
        return probe;
    }

    /** Returns what was observed so far. */
    Health health() {
        long cpuTime = processCpuTime();
        double wall = System.nanoTime() - startedAt;
        double processCpu = cpuTime < 0 || cpuTimeAtStart < 0
                ? Double.NaN
                : Math.min(1, (cpuTime - cpuTimeAtStart) / (wall * cpus));
        return new Health(canary.p99Ms(), pauses.longestMs(), processCpu, machineCpu(), cpus);
    }

    @Override
    public void close() {
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

    private static double machineCpu() {
        double load = ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
                ? system.getCpuLoad()
                : -1;
        return load >= 0 ? load : Double.NaN;
    }
}
