package io.github.llmperf.bench;

import java.lang.management.ManagementFactory;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;

/** Where and when a table was made, and whether other programs were in the way. */
public final class Place {

    private Place() {}

    /**
     * Says where and when.
     *
     * @return words such as {@code Java 17.0.15, 2 cores, load average 0.4 at the start, 2026-11-20}
     */
    public static String words() {
        return String.format(
                Locale.ROOT,
                "Java %s, %d cores, %s, %s",
                System.getProperty("java.version"),
                Runtime.getRuntime().availableProcessors(),
                loadAverage(),
                LocalDate.now(ZoneOffset.UTC));
    }

    private static String loadAverage() {
        double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        boolean quiet = load < .5 * Runtime.getRuntime().availableProcessors();
        return String.format(Locale.ROOT, "load average %.1f at the start", load)
                + (quiet ? "" : " (**not quiet: other programs ran, times are too long**)");
    }
}
