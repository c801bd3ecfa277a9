package io.github.llmperf.verdict;

import io.github.llmperf.load.LoadRun;
import io.github.llmperf.load.LoadRun.End;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.verdict.Finding.Sla;
import io.github.llmperf.verdict.Finding.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Judges a run that {@code abort} ended early. Its limits are judged by what was measured until then. It is not
 * compared with stored runs: the requests that ended first are the fast ones.
 */
final class AbortRule {

    private AbortRule() {}

    /**
     * Returns the findings on limits. A target that is overrun has failed; that a percentile would have needed more samples
     * than there was time for must not turn this into a run that says nothing.
     */
    static List<Finding> judge(LoadRun run, List<Sla> limits) {
        List<Finding> findings = new ArrayList<>();
        if (run.end() == End.OVERRUN) {
            findings.add(new Finding.Overrun(run.early().orElseThrow()));
        }
        for (Sla sla : limits) {
            boolean tooFew = sla.status() == Status.UNDECIDED || sla.n() == 0;
            findings.add(run.end() == End.OVERRUN && tooFew ? unjudged(sla) : sla);
        }
        return findings;
    }

    private static Sla unjudged(Sla sla) {
        return new Sla(
                sla.limit(),
                sla.actual(),
                OptionalDouble.empty(),
                sla.n(),
                false,
                Status.NOTE,
                sla.basis().as(LimitBasis.Kind.ENDED_EARLY));
    }

    static List<Finding> notCompared(LoadPlan plan) {
        return plan.criteria().baseline().compares()
                ? List.of(new Finding.Note(new Remark.NotComparedEndedEarly()))
                : List.of();
    }
}
