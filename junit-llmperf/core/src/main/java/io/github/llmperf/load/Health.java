package io.github.llmperf.load;

import io.github.llmperf.client.AnswerWaits;
import io.github.llmperf.witness.ClientOverhead;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * How well the load generator itself kept up during the run. Whether that was good enough is judged later, since it
 * depends on the latencies that are limited or compared.
 *
 * @param canaryP99Ms 99th percentile of the wake-up lateness of a thread that only sleeps, in ms
 * @param gcPauses pauses for garbage collection inside the measured time
 * @param cpu use of the machine's processors
 * @param coalesced share of the gaps between token events that are coalesced and not the server's, 0 to 1; NaN without
 *     gaps (shown only)
 * @param added what the client added to latencies, as a reference stream saw it
 * @param rehearsed how this process was warmed up before its first load
 * @param waits what the client saw of its own reading
 */
@API(status = Status.INTERNAL, since = "0.1")
public record Health(
        double canaryP99Ms,
        Pauses gcPauses,
        Cpu cpu,
        double coalesced,
        ClientOverhead added,
        RehearsalResult rehearsed,
        AnswerWaits waits) {

    /** Above this, in ms, the client adds so much that every latency must be read together with it. */
    public static final double SATURATED_ABOVE_MS = 5;

    /** Share of the machine's processors above which this process is short of processor time. */
    public static final double MOST_CPU = .90;

    /**
     * Pauses for garbage collection.
     *
     * @param longestMs the longest, in ms
     * @param sumMs all together, in ms
     */
    public record Pauses(double longestMs, double sumMs) {

        private Pauses and(Pauses other) {
            return new Pauses(Math.max(longestMs, other.longestMs), sumMs + other.sumMs);
        }
    }

    /**
     * Use of the machine's processors.
     *
     * @param process part of their time that this process used, 0 to 1; NaN when unknown
     * @param machine part that everything on the machine used, 0 to 1; NaN when unknown (shown only)
     * @param pressure part of the time in which anything on the machine waited for a processor, 0 to 1; NaN when unknown
     *     (shown only)
     * @param count how many there are
     */
    public record Cpu(double process, double machine, double pressure, int count) {

        private Cpu worse(Cpu other) {
            return new Cpu(
                    Math.max(process, other.process),
                    Math.max(machine, other.machine),
                    Math.max(pressure, other.pressure),
                    count);
        }
    }

    /**
     * Returns the health of a generator that has not run.
     *
     * @return nothing known but the processors
     */
    public static Health unknown() {
        return new Health(
                Double.NaN,
                new Pauses(0, 0),
                new Cpu(Double.NaN, Double.NaN, Double.NaN, Runtime.getRuntime().availableProcessors()),
                Double.NaN,
                ClientOverhead.UNKNOWN,
                RehearsalResult.NOT,
                AnswerWaits.NONE);
    }

    /**
     * Returns the worse of each figure, and all pauses.
     *
     * @return the largest lateness, pause and use
     */
    Health worse(Health other) {
        return new Health(
                Math.max(canaryP99Ms, other.canaryP99Ms),
                gcPauses.and(other.gcPauses),
                cpu.worse(other.cpu),
                Math.max(coalesced, other.coalesced),
                added.worse(other.added),
                rehearsed,
                waits.worse(other.waits));
    }

    /** Returns this health with what a reference stream saw. */
    public Health with(ClientOverhead seen) {
        return with(seen, rehearsed, waits);
    }

    /**
     * Returns this health with how the process was warmed up.
     *
     * @param before what was done before its first load
     */
    public Health with(RehearsalResult before) {
        return with(added, before, waits);
    }

    /** Returns this health with what the client saw of its own reading. */
    public Health with(AnswerWaits reading) {
        return with(added, rehearsed, reading);
    }

    private Health with(ClientOverhead seen, RehearsalResult before, AnswerWaits reading) {
        return new Health(canaryP99Ms, gcPauses, cpu, coalesced, seen, before, reading);
    }

    /**
     * Returns whether the generator was short of time by a fixed rule: it added more than 5 ms to the ttft or to a gap
     * during 1 % of the time (without a witness: a thread that only sleeps woke that late), or it used more than 90 %
     * of the processors. A limited or compared latency may tolerate more than that, or less.
     *
     * @return true where numbers of milliseconds should not be trusted
     */
    public boolean isSaturated() {
        return latestP99Ms() > SATURATED_ABOVE_MS || cpu.process > MOST_CPU;
    }

    /**
     * Returns the p99 of what the client added to ttft or gaps, whichever is worse; without a witness, the p99 wake-up
     * lateness of a thread that only sleeps.
     *
     * @return ms; NaN where nothing is known
     */
    public double latestP99Ms() {
        return added.isKnown() ? Math.max(added.ttft().p99Ms(), added.gap().p99Ms()) : canaryP99Ms;
    }
}
