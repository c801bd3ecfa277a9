package io.github.llmperf.verdict;

import io.github.llmperf.metric.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * The verdict on a run with its findings. {@code io.github.llmperf.wording.ReasonText} says it in one line.
 *
 * @param verdict the worst of the findings
 * @param findings all of them, worst first
 * @param alpha chance of a false alarm that all comparisons share
 * @param endedEarly how many seconds the run lasted, where a rule of the plan ended it early
 */
@API(status = Status.INTERNAL, since = "0.1")
public record Judgement(Verdict verdict, List<Finding> findings, double alpha, OptionalDouble endedEarly) {

    /** Sorts the findings. */
    public Judgement {
        findings = findings.stream().sorted(FindingOrder.WORST_FIRST).toList();
    }

    /** Makes the judgement of a run that did not take place. */
    public static Judgement fault(RunFailure breakdown) {
        return new Judgement(Verdict.ERROR, List.of(new Finding.Fault(breakdown)), Double.NaN, OptionalDouble.empty());
    }

    /** Adds a remark. */
    public Judgement with(Remark remark) {
        List<Finding> more = new ArrayList<>(findings);
        more.add(new Finding.Note(remark));
        return new Judgement(verdict, more, alpha, endedEarly);
    }

    /**
     * Returns which finding with numbers says most of the verdict.
     *
     * @return its place among the findings; empty where none has numbers
     */
    public OptionalInt decidedBy() {
        return FindingOrder.decidedBy(findings);
    }

    /**
     * Returns whether the load generator was too busy for its numbers to be those of the server, although they suffice for
     * the verdict. Later runs must not be compared with them.
     *
     * @return true if a finding says so
     */
    public boolean isOfBusyClient() {
        return findings.stream()
                .anyMatch(finding -> finding instanceof Finding.Validity validity
                        && validity.cause() instanceof Cause.GeneratorSaturated);
    }

    /**
     * Returns whether this run, which cannot be judged, would break a limit or be a regression.
     *
     * @return true if a finding says so
     */
    boolean wouldBeBad() {
        return findings.stream()
                .anyMatch(
                        finding -> finding instanceof Finding.Note note && note.remark() instanceof Remark.IfItCounted);
    }

    /**
     * Returns whether a comparison was requested but no stored run could be compared.
     *
     * @return true if a finding says so
     */
    public boolean lacksBaseline() {
        return findings.stream().anyMatch(Finding.NotComparable.class::isInstance);
    }
}
