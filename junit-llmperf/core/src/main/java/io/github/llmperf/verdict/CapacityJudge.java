package io.github.llmperf.verdict;

import io.github.llmperf.baseline.BaselineLookup;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.verdict.CapacityOutcome.End;
import java.util.ArrayList;
import java.util.List;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Judges a search for the largest load: whether one was found, and whether it is as large as it used to be. */
@API(status = Status.INTERNAL, since = "0.1")
public final class CapacityJudge {

    private CapacityJudge() {}

    /**
     * Judges a search.
     *
     * @param plan of the search
     * @param outcome what it came to
     * @param candidate the load it ended at, with the capacity as one of its numbers where there is one
     * @param lookup stored searches to compare with
     * @return the verdict, its reason in one line, and all findings, worst first
     */
    public static Judgement judge(LoadPlan plan, CapacityOutcome outcome, Candidate candidate, BaselineLookup lookup) {
        CapacityText text = new CapacityText(outcome, plan.limits());
        List<Finding> findings = new ArrayList<>(List.of(found(outcome, text.sentence())));
        if (outcome.carried().isPresent() || outcome.end() == End.LOWER_END_FAILS) {
            findings.addAll(limits(plan, outcome, candidate));
        }
        boolean judged = findings.get(0).verdict().isJudged();
        List<Finding> guard =
                judged && outcome.estimate().isPresent() ? RegressionRule.judge(plan, candidate, lookup) : List.of();
        findings.addAll(guard);
        if (plan.baseline().compares()) {
            lookup.warnings().forEach(warning -> findings.add(new Finding.Note(warning)));
        }
        text.nodes().ifPresent(nodes -> findings.add(new Finding.Note(nodes)));
        text.estimate().ifPresent(estimate -> findings.add(new Finding.Note(estimate)));
        candidate.measurement().notes().forEach(note -> findings.add(new Finding.Note(note)));
        findings.sort(Judge.WORST_FIRST);
        Verdict verdict = findings.stream().map(Finding::verdict).reduce(Verdict.PASS, Verdict::and);
        return new Judgement(verdict, reason(plan, text.sentence(), sorted(guard)), findings);
    }

    private static List<Finding> sorted(List<Finding> findings) {
        return findings.stream().sorted(Judge.WORST_FIRST).toList();
    }

    private static Finding found(CapacityOutcome outcome, String sentence) {
        return switch (outcome.end()) {
            case FOUND, UPPER_END_MET -> new Finding.Capacity(Verdict.PASS, sentence);
            case RUNS_USED_UP, LOWER_END_TOO_CLOSE -> new Finding.Capacity(Verdict.UNDECIDED, sentence);
            case LOWER_END_FAILS -> new Finding.Capacity(Verdict.SLA_VIOLATED, sentence);
            case INVALID, INTERRUPTED -> new Finding.Validity(Finding.Status.BROKEN, sentence);
            case FAULT -> new Finding.Fault(sentence);
        };
    }

    /** The limits as the load that is told of met or broke them: what was accepted met them all. */
    private static List<Finding.Sla> limits(LoadPlan plan, CapacityOutcome outcome, Candidate candidate) {
        return SlaRule.judge(plan.limits(), candidate.measurement()).stream()
                .filter(sla -> outcome.carried().isEmpty() || sla.status() == Finding.Status.MET)
                .toList();
    }

    /** A capacity that was larger before is news; everything else follows what was found. */
    private static String reason(LoadPlan plan, String sentence, List<Finding> guard) {
        Verdict compared = guard.stream().map(Finding::verdict).reduce(Verdict.PASS, Verdict::and);
        if (compared == Verdict.PASS) {
            return sentence + Reason.acceptance(guard);
        }
        String reason = Reason.of(compared, guard, plan.baseline());
        return compared == Verdict.REGRESSION ? reason + "; " + sentence : sentence + "; " + reason;
    }
}
