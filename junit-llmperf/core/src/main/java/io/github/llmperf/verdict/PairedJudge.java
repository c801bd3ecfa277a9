package io.github.llmperf.verdict;

import io.github.llmperf.load.LoadRun;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.Pairing;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Judges a run that is compared with a second target. Limits are those of the test's own target; the comparison takes
 * both, so either can make the run one that cannot be judged.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class PairedJudge {

    private PairedJudge() {}

    /**
     * Judges a run.
     *
     * @param candidate what was sent to the test's own target
     * @param paired what the second target came to; empty where the run ended before its turn
     * @return the verdict, its reason in one line, and all findings, worst first
     */
    public static Judgement judge(LoadPlan plan, Candidate candidate, Optional<PairedRuns> paired) {
        Pairing pairing = Objects.requireNonNull(plan.load().pairing(), "the plan has a second target");
        LoadRun run = candidate.run();
        Measurement measurement = candidate.measurement();
        List<Finding> findings = new ArrayList<>();
        FaultRule.judge(plan, run).ifPresent(findings::add);
        paired.ifPresent(other -> findings.addAll(faults(plan, other)));
        findings.addAll(ValidityRule.judge(plan, candidate, true));
        paired.ifPresent(other -> findings.addAll(validity(plan, other)));
        findings.addAll(AbortRule.judge(run, SlaRule.judge(plan.criteria().limits(), measurement)));
        if (run.end().isAborted()) {
            findings.add(new Finding.Note(new Remark.PairsEndedEarly(pairing.name())));
        } else {
            findings.addAll(compare(plan, candidate, pairing, paired));
        }
        Doubts.settle(plan, candidate, findings, atBest -> compare(plan, atBest, pairing, paired));
        findings.add(new Finding.Note(new Remark.PairedInstead(pairing.name())));
        candidate.retried().ifPresent(findings::add);
        measurement.notes().forEach(note -> findings.add(new Finding.Note(new Remark.Measured(note))));
        ServerExplanations.of(candidate).forEach(saying -> findings.add(new Finding.Note(new Remark.Server(saying))));
        paired.ifPresent(other -> other.measurement()
                .notes()
                .forEach(note -> findings.add(new Finding.Note(new Remark.OfSecondTarget(pairing.name(), note)))));
        return Judge.conclude(plan, findings, run);
    }

    /** Returns the verdict of a run in which the second target did not answer at all, or could not be started anew. */
    public static Judgement faultOfSecond(Pairing pairing, RunFailure why) {
        return Judgement.fault(new RunFailure.OfSecondTarget(pairing.name(), why));
    }

    /** A load of the second target in which nothing succeeded says that the comparison is broken, not the test's target. */
    private static List<Finding> faults(LoadPlan plan, PairedRuns other) {
        LoadPlan there = plan.on(other.pairing().with());
        return other.loads().stream()
                .flatMap(load -> FaultRule.judge(there, load).stream())
                .<Finding>map(fault -> new Finding.Fault(
                        new RunFailure.OfSecondTarget(other.pairing().name(), fault.breakdown())))
                .limit(1)
                .toList();
    }

    private static List<Finding> validity(LoadPlan plan, PairedRuns other) {
        // A limit broken by the second target does not excuse its unsteadiness, since limits do not apply to it.
        LoadPlan there = plan.on(other.pairing().with()).withoutLimits();
        return ValidityRule.judge(there, Candidate.of(other.run(), other.measurement()), true).stream()
                .<Finding>map(finding -> new Finding.Validity(
                        finding.status(),
                        new Cause.OfSecondTarget(other.pairing().name(), finding.cause())))
                .toList();
    }

    private static List<Finding> compare(
            LoadPlan plan, Candidate candidate, Pairing pairing, Optional<PairedRuns> paired) {
        int whole = paired.map(other -> other.pairs().size()).orElse(0);
        if (paired.isEmpty() || whole < Pairing.LEAST) {
            return List.of(new Finding.Validity(
                    Finding.Status.BROKEN, new Cause.TooFewPairs(whole, pairing.pairs(), Pairing.LEAST)));
        }
        List<Finding> findings = new ArrayList<>(PairedRule.judge(plan, candidate, paired.get()));
        if (whole < pairing.pairs()) {
            findings.add(new Finding.Note(new Remark.FewerPairs(whole, pairing.pairs())));
        }
        return findings;
    }
}
