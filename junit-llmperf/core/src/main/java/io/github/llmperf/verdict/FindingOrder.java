package io.github.llmperf.verdict;

import io.github.llmperf.metric.Direction;
import io.github.llmperf.metric.Limit.Bound;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.verdict.Finding.Comparison;
import io.github.llmperf.verdict.Finding.Sla;
import io.github.llmperf.verdict.Finding.Status;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** The one order of findings, and with it which of them decided a verdict. */
final class FindingOrder {

    /** By what a finding makes of the verdict; what somebody accepted comes before all that is fine. */
    private static final Comparator<Finding> MILDEST_FIRST = Comparator.comparing(FindingOrder::isSaid)
            .thenComparing(FindingOrder::severity)
            .thenComparing(FindingOrder::isAccepted)
            .thenComparing(FindingOrder::isImproved);

    /**
     * Among those of one weight what came with this change stands before what has crept in since the anchor, and regressions
     * stand by their size. All else keeps the order of the plan: people look for their limits where they wrote them.
     */
    static final Comparator<Finding> WORST_FIRST = MILDEST_FIRST
            .thenComparing(FindingOrder::isNews)
            .thenComparingDouble(finding -> isRegression(finding) ? howMuchWorse((Comparison) finding) : 0)
            .reversed();

    /** Of what is fine a comparison says more than a limit; then what uses up most of what is allowed says most. */
    private static final Comparator<Finding> MOST_TELLING = MILDEST_FIRST
            .thenComparing(finding -> isMet(finding) && finding instanceof Comparison)
            .thenComparingDouble(finding -> isImproved(finding) ? -strain(finding) : strain(finding));

    private FindingOrder() {}

    /** Returns the place of the finding with numbers that says most of the verdict. */
    static OptionalInt decidedBy(List<Finding> findings) {
        return IntStream.range(0, findings.size())
                .filter(i -> isNumbered(findings.get(i)) && !isFlawless(findings.get(i)))
                .reduce((a, b) -> MOST_TELLING.compare(findings.get(a), findings.get(b)) >= 0 ? a : b);
    }

    private static boolean isNumbered(Finding finding) {
        return finding instanceof Sla || finding instanceof Comparison;
    }

    private static boolean isMet(Finding finding) {
        return finding.status() == Status.MET;
    }

    private static boolean isAccepted(Finding finding) {
        return finding instanceof Comparison c && c.isAccepted();
    }

    private static boolean isImproved(Finding finding) {
        return finding.verdict() == Verdict.IMPROVED;
    }

    private static boolean isRegression(Finding finding) {
        return finding.verdict() == Verdict.REGRESSION || isAccepted(finding);
    }

    private static boolean isSaid(Finding finding) {
        return finding.status() != Status.NOTE || isAccepted(finding);
    }

    private static Verdict severity(Finding finding) {
        return isImproved(finding) ? Verdict.PASS : finding.verdict();
    }

    private static boolean isNews(Finding finding) {
        return !(finding instanceof Comparison c && c.against().isAnchor());
    }

    /** Every healthy run has the finding that nothing failed, so it is never the reason of a verdict. */
    private static boolean isFlawless(Finding finding) {
        return isMet(finding)
                && (finding instanceof Sla sla
                        ? sla.limit().measure().metric() == Metric.ERROR_RATE
                                && sla.actual().orElse(1) == 0
                        : finding instanceof Comparison c
                                && c.measure().metric() == Metric.ERROR_RATE
                                && c.values().candidate() == 0);
    }

    /** How much of what is allowed is used up; more than 1 is beyond it. */
    private static double strain(Finding finding) {
        return finding instanceof Sla sla ? strain(sla) : strain((Comparison) finding);
    }

    private static double strain(Sla sla) {
        if (sla.actual().isEmpty()) {
            return Double.POSITIVE_INFINITY;
        }
        double limit = sla.limit().value();
        double actual = sla.actual().getAsDouble();
        return sla.limit().bound() == Bound.AT_MOST ? actual / limit : limit / actual;
    }

    private static double strain(Comparison c) {
        if (c.isMissing() && c.status() != Status.UNDECIDED) {
            return Double.POSITIVE_INFINITY; // nothing is worse than what is gone
        }
        double strain = worsening(c) / c.subject().tolerance();
        return Double.isNaN(strain) ? Double.NEGATIVE_INFINITY : strain;
    }

    /** Points of an error rate, else a factor less 1: as the tolerance counts. */
    private static double worsening(Comparison c) {
        return c.measure().metric() == Metric.ERROR_RATE
                ? (c.values().candidate() - c.values().baseline()) / 100
                : factor(c);
    }

    /** By how much a measure became worse, whichever way it moves; infinite when it is gone. */
    private static double howMuchWorse(Comparison c) {
        return c.isMissing() ? Double.POSITIVE_INFINITY : factor(c);
    }

    private static double factor(Comparison c) {
        double change = c.values().change();
        return c.measure().metric().better() == Direction.LOWER ? change : 1 / (1 + change) - 1;
    }
}
