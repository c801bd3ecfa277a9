package io.github.llmperf.verdict;

import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.verdict.Finding.Comparison;
import java.util.List;
import java.util.stream.IntStream;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Whether another trial is worth its time. The first is enough where every measure passes, or is undecided but worse by
 * less than half the tolerance: that is how most unchanged builds come out. What may become a regression is looked at
 * again, in a fresh start of the server; so is a measure that a trial lacks, for a start that went wrong is no
 * regression; and so is an improvement, for it is the mirror image and must not be claimed more easily.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class TrialRule {

    private TrialRule() {}

    /**
     * Returns whether a judged run needs another trial. Never one that broke a limit or could not be judged: more
     * trials do not mend that.
     *
     * @param plan what was asked for; its policy says how many trials there may be
     * @return true if another trial may change what is said
     */
    public static boolean wantsAnother(LoadPlan plan, Judgement judgement, int done) {
        return plan.criteria().baseline().compares()
                && done < plan.criteria().baseline().trials()
                && judgement.verdict().compareTo(Verdict.SLA_VIOLATED) < 0
                && judgement.findings().stream()
                        .anyMatch(finding -> finding instanceof Comparison c && wantsAnother(c));
    }

    /**
     * Does the same for plain numbers.
     *
     * @param verdicts what {@link RunLevelRule} said of each, in the same order
     * @return true if another trial may change what is said
     */
    public static boolean wantsAnother(List<RunLevelRule.Case> cases, List<Verdict> verdicts) {
        return IntStream.range(0, cases.size())
                .anyMatch(i -> wantsAnother(
                        verdicts.get(i),
                        cases.get(i).difference().shift(),
                        cases.get(i).delta()));
    }

    private static boolean wantsAnother(Comparison c) {
        if (c.isAccepted()) {
            return false; // stored are the first trial's values, which were accepted as they are
        }
        return c.isMissing() || wantsAnother(c.verdict(), worsening(c), tolerance(c));
    }

    private static boolean wantsAnother(Verdict verdict, double shift, double delta) {
        return switch (verdict) {
            case REGRESSION, IMPROVED -> true;
            case UNDECIDED -> isLikely(shift, delta);
            default -> false;
        };
    }

    /** Returns whether an undecided measure is worse by so much that unchanged builds seldom are. */
    static boolean looksWorse(Comparison c) {
        return c.verdict() == Verdict.UNDECIDED && !c.isMissing() && isLikely(worsening(c), tolerance(c));
    }

    static boolean isLikely(double shift, double delta) {
        return shift >= delta / 2;
    }

    /** Returns the worsening on the log scale, of the error rate in parts of one. */
    static double worsening(Comparison c) {
        return isErrorRate(c)
                ? (c.values().candidate() - c.values().baseline()) / 100
                : c.measure().metric().better().worseSign()
                        * Math.log1p(c.values().change());
    }

    static double tolerance(Comparison c) {
        return isErrorRate(c) ? c.subject().tolerance() : Math.log1p(c.subject().tolerance());
    }

    private static boolean isErrorRate(Comparison c) {
        return c.measure().metric() == Metric.ERROR_RATE;
    }
}
