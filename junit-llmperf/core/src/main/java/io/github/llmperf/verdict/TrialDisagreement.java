package io.github.llmperf.verdict;

import io.github.llmperf.metric.Verdict;
import io.github.llmperf.verdict.Finding.Comparison;
import java.util.List;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Detects that disagreeing trials leave a measure undecided: one start of the server was unlike the others. */
@API(status = Status.INTERNAL, since = "0.1")
public final class TrialDisagreement {

    private TrialDisagreement() {}

    /**
     * Returns whether an undecided worsening is as large and as clear as a regression, so that it is one of several
     * trials that speaks against it. No number of stored runs changes that.
     *
     * @param findings all findings of the run, whose comparisons share alpha
     * @param alpha chance of a false alarm of all of them together
     * @return true if the trials disagree
     */
    public static boolean of(Comparison comparison, List<Finding> findings, double alpha) {
        long sharing = findings.stream()
                .filter(finding -> finding instanceof Comparison c && sharesAlpha(c))
                .count();
        return comparison.verdict() == Verdict.UNDECIDED
                && comparison.evidence().trials() > 1
                && TrialRule.worsening(comparison) >= TrialRule.tolerance(comparison)
                && comparison.evidence().p() < alpha / sharing;
    }

    private static boolean sharesAlpha(Comparison comparison) {
        return !Double.isNaN(comparison.evidence().p())
                && !(comparison.evidence().standing() instanceof ComparisonDetail.Immaterial);
    }
}
