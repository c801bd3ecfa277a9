package io.github.llmperf.load;

import io.github.llmperf.client.AnswerWaits;
import io.github.llmperf.witness.ClientOverhead;
import io.github.llmperf.witness.Lateness;

/** Healths of loads without a reference stream. */
public final class Healths {

    private Healths() {}

    /** With only the figures that verdicts use, and one pause. */
    public static Health of(double canaryP99Ms, double gcPauseMs, double processCpu, double machineCpu, int cpus) {
        return of(canaryP99Ms, gcPauseMs, gcPauseMs, processCpu, machineCpu, Double.NaN, Double.NaN, cpus);
    }

    /** With every figure. */
    public static Health of(
            double canaryP99Ms,
            double gcPauseMaxMs,
            double gcPauseSumMs,
            double processCpu,
            double machineCpu,
            double cpuPressure,
            double coalesced,
            int cpus) {
        return new Health(
                canaryP99Ms,
                new Health.Pauses(gcPauseMaxMs, gcPauseSumMs),
                new Health.Cpu(processCpu, machineCpu, cpuPressure, cpus),
                coalesced,
                ClientOverhead.UNKNOWN,
                RehearsalResult.NOT,
                AnswerWaits.NONE);
    }

    /** Returns a health as it were on a machine that does nothing else. */
    public static Health keptUp(Health seen) {
        return new Health(
                Math.min(seen.canaryP99Ms(), 1),
                seen.gcPauses(),
                new Health.Cpu(
                        Math.min(seen.cpu().process(), .5),
                        seen.cpu().machine(),
                        seen.cpu().pressure(),
                        seen.cpu().count()),
                seen.coalesced(),
                atMost(seen.added(), 1),
                seen.rehearsed(),
                seen.waits());
    }

    /** Returns a health as it were on a machine that lets nothing run for so long again and again. */
    public static Health stalled(Health seen, double ms) {
        Lateness late = new Lateness(ms, ms, ms);
        return seen.with(new ClientOverhead(late, late, late, 30, 1, ms));
    }

    private static ClientOverhead atMost(ClientOverhead seen, double ms) {
        return new ClientOverhead(
                atMost(seen.ttft(), ms),
                atMost(seen.gap(), ms),
                atMost(seen.sending(), ms),
                seen.coveredSeconds(),
                seen.coveredPart(),
                Math.min(seen.longestStallMs(), ms));
    }

    private static Lateness atMost(Lateness seen, double ms) {
        return new Lateness(Math.min(seen.p50Ms(), ms), Math.min(seen.p99Ms(), ms), Math.min(seen.maxMs(), ms));
    }
}
