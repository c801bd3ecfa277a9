package io.github.llmperf.bench.exact;

import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;

/** Where and when a table was made. */
final class Machine {

    /** Foreign work beyond this, in processors, makes a table noisy. */
    static final double FOREIGN = .15;

    private static final OperatingSystemMXBean SYSTEM = ManagementFactory.getOperatingSystemMXBean();

    private Machine() {}

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

    private static String collector() {
        String name = ManagementFactory.getGarbageCollectorMXBeans().get(0).getName();
        int end = name.indexOf(' ');
        return end < 0 ? name : name.substring(0, end);
    }
}
