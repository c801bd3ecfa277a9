package io.github.llmperf.verdict;

import io.github.llmperf.baseline.BaselineLookup;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.verdict.CapacityOutcome.End;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Judges a search for the largest load: whether one was found, and whether it is as large as it used to be. */
@API(status = Status.INTERNAL, since = "0.1")
public final class CapacityJudge {

    private CapacityJudge() {}

    /**
     * Judges a search.
     *
     * @param candidate the load it ended at, with the capacity as one of its numbers where there is one
     * @return the verdict, its reason in one line, and all findings, worst first
     */
    public static Judgement judge(LoadPlan plan, CapacityOutcome outcome, Candidate candidate, BaselineLookup lookup) {
        Finding.Capacity capacity =
                new Finding.Capacity(outcome, plan.criteria().limits());
        List<Finding> findings = new ArrayList<>(List.of(capacity));
        if (outcome.carried().isPresent() || outcome.end() == End.LOWER_END_FAILS) {
            findings.addAll(limits(plan, outcome, candidate));
            Doubts.settle(plan, candidate, findings, atBest -> List.of());
        }
        boolean judged = capacity.verdict().isJudged();
        if (judged && outcome.estimate().isPresent()) {
            findings.addAll(RegressionRule.judge(plan, candidate, lookup));
            Judge.accept(plan, findings);
        }
        if (plan.criteria().baseline().compares()) {
            lookup.warnings().forEach(warning -> findings.add(new Finding.Note(new Remark.Line(warning))));
        }
        if (outcome.nodes().isPresent()) {
            findings.add(new Finding.Note(new Remark.Nodes(outcome)));
        }
        if (outcome.estimate().isPresent() && outcome.open().isPresent()) {
            findings.add(new Finding.Note(new Remark.Estimate(outcome)));
        }
        candidate.measurement().notes().forEach(note -> findings.add(new Finding.Note(new Remark.Measured(note))));
        Verdict verdict = findings.stream().map(Finding::verdict).reduce(Verdict.PASS, Verdict::and);
        return new Judgement(
                verdict, findings, plan.criteria().baseline().guard().alpha(), OptionalDouble.empty());
    }

    /** The limits as met or broken by the reported load: an accepted load met them all. */
    private static List<Finding.Sla> limits(LoadPlan plan, CapacityOutcome outcome, Candidate candidate) {
        return SlaRule.judge(plan.criteria().limits(), candidate.measurement()).stream()
                .filter(sla -> outcome.carried().isEmpty() || sla.status() == Finding.Status.MET)
                .toList();
    }
}
