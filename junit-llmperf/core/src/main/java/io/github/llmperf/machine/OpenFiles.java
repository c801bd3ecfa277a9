package io.github.llmperf.machine;

import com.sun.management.UnixOperatingSystemMXBean;
import io.github.llmperf.plan.Arrival;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.RefusedSetting;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * Whether this process may open as many connections as a load can need, so that it does not find out in the middle of it.
 *
 * @param system tells how many files are open now and how many may be; empty where that is not known
 */
record OpenFiles(Supplier<Optional<Count>> system) {

    /** Files that are opened beside the connections: reports, classes, the model list. */
    private static final long RESERVE = 64;

    /** Files of this process, among them its connections. */
    record Count(long open, long limit) {}

    static OpenFiles ofProcess() {
        return new OpenFiles(
                () -> ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                        ? Optional.of(new Count(unix.getOpenFileDescriptorCount(), unix.getMaxFileDescriptorCount()))
                        : Optional.empty());
    }

    /**
     * Refuses a plan that can need more connections than files may be opened.
     *
     * @throws IllegalArgumentException with a message that begins with the attribute to lower
     */
    void check(LoadPlan plan) {
        // A second target's turn comes while connections to the first are kept.
        int targets = plan.load().pairing() == null ? 1 : 2;
        if (plan.load().arrival() instanceof Arrival.ClosedLoop closed) {
            check("users", closed.users(), targets);
        } else if (plan.load().arrival() instanceof Arrival.OpenLoop open) {
            if (open.maxInFlight().isPresent()) {
                check("maxInFlight", open.maxInFlight().getAsInt(), targets);
            } else if (Double.isInfinite(open.requestRate())) {
                check("requests", plan.requestGoal().orElse(0), targets);
            }
        }
    }

    private void check(String attribute, int most, int targets) {
        long connections = (long) most * targets;
        OptionalLong free = system.get().stream()
                .mapToLong(count -> count.limit() - count.open() - RESERVE)
                .findFirst();
        if (free.isPresent() && connections > free.getAsLong()) {
            Count count = system.get().orElseThrow();
            throw new RefusedSetting(
                    attribute,
                    "must be at most "
                            + number(Math.max(0, free.getAsLong()) / targets)
                            + " in this process, but is " + number(most) + ": each takes a connection"
                            + (targets == 1 ? "" : " to either target") + ", and of the "
                            + number(count.limit()) + " files that may be open " + number(count.open())
                            + " are open already and " + RESERVE
                            + " are kept free; raise the limit in the shell that starts the"
                            + " build (ulimit -n " + roomy(connections + count.open() + RESERVE) + "), or lower "
                            + attribute);
        }
    }

    /** The next power of two, since limits are written so. */
    private static long roomy(long files) {
        return Long.highestOneBit(Math.max(1, files - 1)) * 2;
    }

    private static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }
}
