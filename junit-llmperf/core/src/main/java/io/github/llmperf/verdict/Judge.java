package io.github.llmperf.verdict;

import io.github.llmperf.baseline.BaselineLookup;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.plan.LoadPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Judges a run: every rule checks it, and the worst finding is the verdict. */
@API(status = Status.INTERNAL, since = "0.1")
public final class Judge {

    private Judge() {}

    /**
     * Judges a run.
     *
     * @param candidate what was sent, how the generator fared, and what it amounts to
     * @param lookup stored runs to compare with; {@link BaselineLookup#off()} when none were asked for
     * @return the verdict and all findings, worst first
     */
    public static Judgement judge(LoadPlan plan, Candidate candidate, BaselineLookup lookup) {
        LoadRun run = candidate.run();
        Measurement measurement = candidate.measurement();
        List<Finding> findings =
                new ArrayList<>(FaultRule.judge(plan, run).stream().toList());
        findings.addAll(ValidityRule.judge(plan, candidate, isCompared(plan, lookup)));
        findings.addAll(AbortRule.judge(run, SlaRule.judge(plan.criteria().limits(), measurement)));
        if (run.end().isAborted()) {
            findings.addAll(AbortRule.notCompared(plan));
        } else if (measurement.requests().succeeded() > 0) {
            findings.addAll(RegressionRule.judge(plan, candidate, lookup));
        }
        Doubts.settle(plan, candidate, findings, atBest -> RegressionRule.judge(plan, atBest, lookup));
        accept(plan, findings);
        if (plan.criteria().baseline().compares()) {
            lookup.warnings().forEach(warning -> findings.add(new Finding.Note(new Remark.Line(warning))));
        }
        candidate.retried().ifPresent(findings::add);
        measurement.notes().forEach(note -> findings.add(new Finding.Note(new Remark.Measured(note))));
        ServerExplanations.of(candidate).forEach(saying -> findings.add(new Finding.Note(new Remark.Server(saying))));
        return conclude(plan, findings, run);
    }

    /** Accepts regressions for the reason given, if any. A run that cannot be judged is not accepted either. */
    static void accept(LoadPlan plan, List<Finding> findings) {
        String reason = plan.criteria().baseline().accept();
        if (reason == null || findings.stream().anyMatch(finding -> finding.verdict() == Verdict.INVALID)) {
            return;
        }
        findings.replaceAll(finding -> finding instanceof Finding.Comparison one && one.verdict() == Verdict.REGRESSION
                ? one.acceptedFor(reason)
                : finding);
    }

    /** Sorts the findings, worst first, and returns the verdict that follows from them. */
    static Judgement conclude(LoadPlan plan, List<Finding> findings, LoadRun run) {
        findings.sort(FindingOrder.WORST_FIRST);
        Verdict verdict = findings.stream().map(Finding::verdict).reduce(Verdict.PASS, Verdict::and);
        if (verdict.compareTo(Verdict.INVALID) >= 0) {
            // Its advice would be to record this run, which would be wrong.
            findings.removeIf(Finding.NotComparable.class::isInstance);
        }
        if (verdict == Verdict.INVALID) {
            Stream.of(Verdict.SLA_VIOLATED, Verdict.REGRESSION)
                    .filter(worse -> findings.stream().anyMatch(finding -> finding.verdict() == worse))
                    .findFirst()
                    .ifPresent(worse -> findings.add(new Finding.Note(new Remark.IfItCounted(
                            worse, findings, plan.criteria().baseline().guard().alpha()))));
        }
        OptionalDouble cut =
                run.end().isAborted() ? OptionalDouble.of(run.times().wholeRunSeconds()) : OptionalDouble.empty();
        return new Judgement(
                verdict, findings, plan.criteria().baseline().guard().alpha(), cut);
    }

    /** Returns whether this run is compared with others, now or, once recorded, later. */
    private static boolean isCompared(LoadPlan plan, BaselineLookup lookup) {
        return switch (plan.criteria().baseline().mode()) {
            case OFF, CALIBRATE -> false;
            case RECORD -> true;
            case COMPARE ->
                !lookup.runs().isEmpty()
                        || lookup.anchor()
                                .filter(anchor -> !anchor.runs().isEmpty())
                                .isPresent();
        };
    }
}
