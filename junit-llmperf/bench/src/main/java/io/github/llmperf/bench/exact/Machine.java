package io.github.llmperf.bench.exact;

import io.github.llmperf.bench.exact.ExactLoad.Outcome;
import io.github.llmperf.load.Health;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;

/**
 * How the machine fared during a load.
 *
 * @param health of the generator
 * @param serverCores processors the server used
 * @param loadAverage of the last minute, at the end
 */
record Machine(Health health, double serverCores, double loadAverage) {

    /** Foreign work beyond this, in processors, makes a row noisy. */
    static final double FOREIGN = .15;

    private static final OperatingSystemMXBean SYSTEM = ManagementFactory.getOperatingSystemMXBean();

    static Machine of(Outcome outcome) {
        double seconds = outcome.run().times().wholeRunSeconds();
        return new Machine(
                outcome.run().health(), outcome.serverCpuNanos() / 1e9 / seconds, SYSTEM.getSystemLoadAverage());
    }

    double clientCores() {
        return health.processCpu() * health.cpus();
    }

    /** What all other programs used. */
    double foreignCores() {
        return Math.max(0, health.machineCpu() * health.cpus() - clientCores() - serverCores);
    }

    boolean isNoisy() {
        return foreignCores() > FOREIGN;
    }

    /** Such as {@code Java 17.0.15, G1, 2 CPUs, load average 0.1 at the start, 2026-11-20}. */
    static String words() {
        return String.format(
                Locale.ROOT,
                "Java %s, %s, %d CPUs (%s), load average %.1f at the end, %s",
                System.getProperty("java.version"),
                collector(),
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("os.name") + " " + System.getProperty("os.arch"),
                SYSTEM.getSystemLoadAverage(),
                LocalDate.now(ZoneOffset.UTC));
    }

    static String collector() {
        String name = ManagementFactory.getGarbageCollectorMXBeans().get(0).getName();
        int end = name.indexOf(' ');
        return end < 0 ? name : name.substring(0, end);
    }
}
