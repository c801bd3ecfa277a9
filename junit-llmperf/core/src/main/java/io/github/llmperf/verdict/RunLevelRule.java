package io.github.llmperf.verdict;

import io.github.llmperf.metric.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Decides over all guarded measures of one cell at once. A regression must be significant (Holm over the measures) and
 * at least as large as the tolerance, and of several trials each must be worse by more than half of it, so that a single
 * bad start is none; an improvement is its mirror image; a pass shows, one-sided at 95 %, that the worsening stays below
 * the tolerance; everything else is undecided.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class RunLevelRule {

    private static final double PASS_ALPHA = .05;

    private RunLevelRule() {}

    /**
     * One measure of the cell.
     *
     * @param difference this run against what it is compared with
     * @param delta accepted worsening on the same scale, not negative
     */
    public record Case(Difference difference, double delta) {}

    /**
     * Decides.
     *
     * @param alpha chance of any false alarm in the cell
     * @return PASS, IMPROVED, UNDECIDED or REGRESSION for each case, in the same order
     */
    public static List<Verdict> decide(List<Case> cases, double alpha) {
        boolean[] worse = Holm.significant(
                cases.stream().mapToDouble(c -> c.difference().pWorse()).toArray(), alpha);
        boolean[] better = Holm.significant(
                cases.stream().mapToDouble(c -> c.difference().pBetter()).toArray(), alpha);
        List<Verdict> verdicts = new ArrayList<>();
        for (int i = 0; i < cases.size(); i++) {
            verdicts.add(decide(cases.get(i), worse[i], better[i]));
        }
        return verdicts;
    }

    private static Verdict decide(Case one, boolean worse, boolean better) {
        double shift = one.difference().shift();
        if (worse && shift >= one.delta() && one.difference().everyTrialIsWorse(one.delta() / 2)) {
            return Verdict.REGRESSION;
        }
        if (better && shift <= -one.delta() && one.difference().everyTrialIsBetter(one.delta() / 2)) {
            return Verdict.IMPROVED;
        }
        return one.difference().pBelow(one.delta()) < PASS_ALPHA ? Verdict.PASS : Verdict.UNDECIDED;
    }
}
