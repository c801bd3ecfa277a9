package io.github.llmperf.verdict;

import io.github.llmperf.baseline.Standing;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.verdict.Finding.Comparison;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * What a stored line says of the run that it holds.
 *
 * @param verdict of the build, on all its trials
 * @param accepted whether the run counts only since somebody gave a reason
 * @param standing whether later runs are compared with it
 */
@API(status = Status.INTERNAL, since = "0.1")
public record StoredVerdict(Verdict verdict, boolean accepted, Standing standing) {

    /**
     * Returns what is stored of a judged run. A reason to accept a run is stored where there is something to accept: a
     * regression, a broken limit, or a change after which no stored run can be compared. It retires all older runs, and a
     * run that passed is no cause for that.
     *
     * @param plan what was asked for; its policy holds the reason
     */
    public static StoredVerdict of(LoadPlan plan, Judgement judgement) {
        String reason = plan.criteria().baseline().accept();
        boolean accepted = reason != null && hasWhatToAccept(judgement);
        return new StoredVerdict(judgement.verdict(), accepted, accepted ? Standing.CONFIRMED : standing(judgement));
    }

    private static Standing standing(Judgement judgement) {
        if (judgement.verdict().compareTo(Verdict.REGRESSION) >= 0 || hasOtherAnswers(judgement)) {
            return Standing.REFUSED;
        }
        return judgement.verdict() == Verdict.UNDECIDED && looksWorse(judgement)
                ? Standing.WAITING
                : Standing.CONFIRMED;
    }

    /** A run with other answers would be averaged with the rest, and hide them from then on. */
    private static boolean hasOtherAnswers(Judgement judgement) {
        return judgement.findings().stream()
                .anyMatch(finding -> finding instanceof Finding.NotComparable not
                        && not.gap().isOfAnswers()
                        && Reference.STORED_RUNS.equals(not.gap().against()));
    }

    /** Builds before this one that wait are judged together with it, and so wait or count together with it. */
    private static boolean looksWorse(Judgement judgement) {
        Optional<Remark.Together> together = judgement.findings().stream()
                .flatMap(finding ->
                        finding instanceof Finding.Note note && note.remark() instanceof Remark.Together builds
                                ? Stream.of(builds)
                                : Stream.empty())
                .findFirst();
        return together.map(Remark.Together::isWorse).orElseGet(() -> looksWorseAlone(judgement));
    }

    private static boolean looksWorseAlone(Judgement judgement) {
        return judgement.findings().stream()
                .anyMatch(finding -> finding instanceof Comparison one
                        && Reference.STORED_RUNS.equals(one.against())
                        && TrialRule.looksWorse(one));
    }

    /**
     * Returns what is stored where several trials were run. The line has the values of the first, so it does not count
     * where that trial alone is a regression or breaks a limit, though others refute it: a bad start of the server would
     * hide the next regression.
     *
     * @param first what the first trial alone came to
     */
    public StoredVerdict storing(StoredVerdict first) {
        boolean bad = !accepted && first.standing == Standing.REFUSED;
        return bad ? new StoredVerdict(verdict, false, Standing.REFUSED) : this;
    }

    private static boolean hasWhatToAccept(Judgement judgement) {
        return isAccepted(judgement)
                || hasOtherAnswers(judgement)
                || switch (judgement.verdict()) {
                    case SLA_VIOLATED, REGRESSION -> true;
                    case NO_BASELINE -> !isCompared(judgement);
                    default -> false;
                };
    }

    /** Returns whether a run has something that a reason would accept, and that nobody else may wave through. */
    public static boolean wantsReason(Judgement judgement) {
        return judgement.verdict() == Verdict.REGRESSION
                || judgement.verdict() == Verdict.SLA_VIOLATED
                || judgement.findings().stream()
                        .anyMatch(finding -> finding instanceof Finding.NotComparable none
                                && none.gap().isOfAnswers());
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
