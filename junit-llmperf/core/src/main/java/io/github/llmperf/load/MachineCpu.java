package io.github.llmperf.load;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** How busy everything on this machine keeps its processors. */
@API(status = Status.INTERNAL, since = "0.1")
public final class MachineCpu {

    private MachineCpu() {}

    /**
     * Returns the part of the processors' time that was used since this was asked last.
     *
     * @return 0 to 1; NaN when unknown
     */
    public static double usedSinceLast() {
        double load = ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
                ? system.getCpuLoad()
                : -1;
        return load >= 0 ? load : Double.NaN;
    }
}
