package io.github.llmperf.load;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * How well the load generator itself was doing while it ran. Whether that is good enough is judged later, since it
 * depends on the latencies that matter.
 *
 * @param canaryP99Ms 99th percentile of how late a thread woke that only sleeps, in ms
 * @param gcPauseMaxMs longest pause for garbage collection inside the measured time, in ms
 * @param gcPauseSumMs all such pauses together, in ms
 * @param processCpu part of the machine's processor time that this process used, 0 to 1; NaN when unknown
 * @param machineCpu part that everything on the machine used, 0 to 1; NaN when unknown (shown only)
 * @param cpuPressure part of the time in which anything on the machine waited for a processor, 0 to 1; NaN when unknown
 *     (shown only)
 * @param coalesced part of the gaps between token events that are none of the server, 0 to 1; NaN without gaps (shown
 *     only)
 * @param cpus processors of the machine
 */
@API(status = Status.INTERNAL, since = "0.1")
public record Health(
        double canaryP99Ms,
        double gcPauseMaxMs,
        double gcPauseSumMs,
        double processCpu,
        double machineCpu,
        double cpuPressure,
        double coalesced,
        int cpus) {

    /**
     * Creates the health of which only the figures that verdicts look at are known, and one pause.
     *
     * @param canaryP99Ms 99th percentile of how late a thread woke that only sleeps, in ms
     * @param gcPauseMaxMs longest and only pause for garbage collection, in ms
     * @param processCpu part of the machine's processor time that this process used, 0 to 1; NaN when unknown
     * @param machineCpu part that everything on the machine used, 0 to 1; NaN when unknown
     * @param cpus processors of the machine
     */
    public Health(double canaryP99Ms, double gcPauseMaxMs, double processCpu, double machineCpu, int cpus) {
        this(canaryP99Ms, gcPauseMaxMs, gcPauseMaxMs, processCpu, machineCpu, Double.NaN, Double.NaN, cpus);
    }

    /**
     * Returns the health of a generator that has not run.
     *
     * @return nothing known but the processors
     */
    public static Health unknown() {
        return new Health(
                Double.NaN, 0, Double.NaN, Double.NaN, Runtime.getRuntime().availableProcessors());
    }

    /**
     * Returns the worse of each figure, and all pauses.
     *
     * @param other health at another time, on the same machine
     * @return the largest lateness, pause and use
     */
    Health worse(Health other) {
        return new Health(
                Math.max(canaryP99Ms, other.canaryP99Ms),
                Math.max(gcPauseMaxMs, other.gcPauseMaxMs),
                gcPauseSumMs + other.gcPauseSumMs,
                Math.max(processCpu, other.processCpu),
                Math.max(machineCpu, other.machineCpu),
                Math.max(cpuPressure, other.cpuPressure),
                Math.max(coalesced, other.coalesced),
                cpus);
    }
}
