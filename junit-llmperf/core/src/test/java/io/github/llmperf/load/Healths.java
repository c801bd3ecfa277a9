package io.github.llmperf.load;

import io.github.llmperf.client.AnswerWaits;
import io.github.llmperf.witness.ClientOverhead;

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
}
