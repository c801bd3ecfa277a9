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
     */
    public static StoredVerdict of(LoadPlan plan, Judgement judgement) {
        String reason = plan.baseline().accept();
        return new StoredVerdict(judgement.verdict(), reason != null && hasWhatToAccept(judgement));
    }

    private static boolean hasWhatToAccept(Judgement judgement) {
        return switch (judgement.verdict()) {
            case SLA_VIOLATED, REGRESSION -> true;
            case NO_BASELINE -> isAccepted(judgement) || !isCompared(judgement);
            default -> isAccepted(judgement);
        };
    }

    /** Returns the regressions that somebody accepted. */
    public static List<Comparison> accepted(Judgement judgement) {
        return judgement.findings().stream()
                .filter(StoredVerdict::isAccepted)
                .map(Comparison.class::cast)
                .toList();
    }

    private static boolean isAccepted(Judgement judgement) {
        return judgement.findings().stream().anyMatch(StoredVerdict::isAccepted);
    }

    private static boolean isAccepted(Finding finding) {
        return finding instanceof Comparison one && one.isAccepted();
    }

    /** An anchor that is missing, or a measure that no stored run has, is recorded and needs no new epoch. */
    private static boolean isCompared(Judgement judgement) {
        return judgement.findings().stream()
                .anyMatch(finding -> finding instanceof Comparison one && Reference.STORED_RUNS.equals(one.against()));
    }
}
