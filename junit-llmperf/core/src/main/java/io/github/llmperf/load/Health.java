package io.github.llmperf.load;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * How well the load generator itself was doing while it ran. Whether that is good enough is judged later, since it
 * depends on the latencies that matter.
 *
 * @param canaryP99Ms 99th percentile of how late a thread woke that only sleeps, in ms
 * @param gcPauseMaxMs longest garbage collection inside the run, in ms
 * @param processCpu part of the machine's processor time that this process used, 0 to 1; NaN when unknown
 * @param machineCpu part that everything on the machine used, 0 to 1; NaN when unknown (shown only)
 * @param cpus processors of the machine
 */
@API(status = Status.INTERNAL, since = "0.1")
public record Health(double canaryP99Ms, double gcPauseMaxMs, double processCpu, double machineCpu, int cpus) {

    /**
     * Returns the worse of each figure.
     *
     * @param other health at another time, on the same machine
     * @return the largest lateness, pause and use
     */
    Health worse(Health other) {
        return new Health(
                Math.max(canaryP99Ms, other.canaryP99Ms),
                Math.max(gcPauseMaxMs, other.gcPauseMaxMs),
                Math.max(processCpu, other.processCpu),
                Math.max(machineCpu, other.machineCpu),
                cpus);
    }
}
