package io.github.llmperf.bench.first;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The processor time of all programs, in seconds. */
final class MachineCpu {

    private static final double SECONDS_PER_TICK = .01;
    private static final int IDLE = 4;
    private static final int IO_WAIT = 5;

    /** What is stolen is in it: another machine then has the processor. */
    private static final int STEAL = 8;

    private MachineCpu() {}

    static double busySeconds() throws IOException {
        try (var lines = Files.lines(Path.of("/proc/stat"))) {
            String[] fields = lines.findFirst().orElseThrow().split(" +", -1);
            long ticks = 0;
            for (int i = 1; i <= STEAL; i++) {
                ticks += i == IDLE || i == IO_WAIT ? 0 : Long.parseLong(fields[i]);
            }
            return ticks * SECONDS_PER_TICK;
        }
    }

    static double ownSeconds() {
        return ((com.sun.management.OperatingSystemMXBean)
                                java.lang.management.ManagementFactory.getOperatingSystemMXBean())
                        .getProcessCpuTime()
                / 1e9;
    }
}
