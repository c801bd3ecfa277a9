package io.github.llmperf.verdict;

import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.verdict.Finding.Comparison;
import java.util.List;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * What a stored line says of the run that it holds.
 *
 * @param verdict on that run
 * @param accepted whether the run counts only since somebody gave a reason
 */
@API(status = Status.INTERNAL, since = "0.1")
public record StoredVerdict(Verdict verdict, boolean accepted) {

    /**
     * Returns what is stored of a judged run. A reason to accept a run is stored where there is something to accept: a
     * regression, a broken limit, or a change after which no stored run can be compared. It retires all older runs, and a
     * run that passed is no cause for that.
     *
     * @param plan what was asked for; its policy holds the reason
     * @param judgement on the run
     * @return its verdict, and whether it was accepted
     */
    public static StoredVerdict of(LoadPlan plan, Judgement judgement) {
        String reason = plan.baseline().accept();
        return new StoredVerdict(judgement.verdict(), reason != null && hasWhatToAccept(judgement, reason));
    }

    private static boolean hasWhatToAccept(Judgement judgement, String reason) {
        return switch (judgement.verdict()) {
            case SLA_VIOLATED, REGRESSION -> true;
            case NO_BASELINE -> isAccepted(judgement, reason) || !isCompared(judgement);
            default -> isAccepted(judgement, reason);
        };
    }

    /**
     * Returns the regressions that a reason turned into notes.
     *
     * @param plan what was asked for; its policy holds the reason
     * @param judgement on the run
     * @return each with its reason, values and change; empty where nothing was accepted
     */
    public static List<String> accepted(LoadPlan plan, Judgement judgement) {
        String reason = plan.baseline().accept();
        return reason == null ? List.of() : accepted(judgement, reason);
    }

    private static List<String> accepted(Judgement judgement, String reason) {
        String accepted = RegressionRule.accepted(reason);
        return judgement.findings().stream()
                .filter(Finding.Note.class::isInstance)
                .map(Finding::text)
                .filter(text -> text.startsWith(accepted))
                .toList();
    }

    private static boolean isAccepted(Judgement judgement, String reason) {
        return !accepted(judgement, reason).isEmpty();
    }

    /** An anchor that is missing, or a measure that no stored run has, is recorded and needs no new epoch. */
    private static boolean isCompared(Judgement judgement) {
        return judgement.findings().stream()
                .anyMatch(finding -> finding instanceof Comparison one && Reference.STORED_RUNS.equals(one.against()));
    }
}
