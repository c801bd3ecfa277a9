package io.github.llmperf.report.json;

import io.github.llmperf.metric.Limit.Bound;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.report.text.FindingRow;
import io.github.llmperf.verdict.ComparedValues;
import io.github.llmperf.verdict.Finding;
import io.github.llmperf.verdict.Finding.Comparison;
import io.github.llmperf.verdict.Finding.Sla;
import io.github.llmperf.verdict.Finding.Status;
import io.github.llmperf.verdict.Judgement;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** Which finding of a run says most of its verdict. */
final class DecidingFinding {

    private static final List<Status> MILDEST_FIRST = List.of(Status.MET, Status.NOTE, Status.UNDECIDED, Status.BROKEN);

    /**
     * What decides a verdict comes first: the worst status; of what is broken limits before regressions, and else comparisons
     * before limits; then what uses up most of its limit or tolerance; then what is judged first.
     */
    private static final Comparator<Finding> MOST_TELLING = Comparator.<Finding>comparingInt(
                    finding -> MILDEST_FIRST.indexOf(finding.status()))
            .thenComparingInt(DecidingFinding::rank)
            .thenComparingDouble(DecidingFinding::strain);

    private DecidingFinding() {}

    /** Returns its place among the findings; empty where none has numbers. */
    static OptionalInt of(Judgement judgement) {
        List<Finding> findings = judgement.findings();
        return IntStream.range(0, findings.size())
                .filter(i -> isNumbered(findings.get(i)) && !isFlawless(findings.get(i)))
                .reduce((a, b) -> MOST_TELLING.compare(findings.get(a), findings.get(b)) >= 0 ? a : b);
    }

    private static boolean isNumbered(Finding finding) {
        return finding instanceof Sla || finding instanceof Comparison;
    }

    /** That nothing failed is said of every sound run, and is the reason of no verdict. */
    private static boolean isFlawless(Finding finding) {
        return finding.status() == Status.MET
                && (finding instanceof Sla sla
                        ? sla.limit().measure().metric() == Metric.ERROR_RATE
                                && sla.actual().orElse(1) == 0
                        : finding instanceof Comparison c
                                && c.measure().metric() == Metric.ERROR_RATE
                                && c.values().candidate() == 0);
    }

    /** A broken limit is worse than a regression; of what is met, the comparison says more. */
    private static int rank(Finding finding) {
        return finding instanceof Sla == (finding.status() == Status.BROKEN) ? 1 : 0;
    }

    /** How much of what is tolerated is used up; more than 1 is beyond it. */
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
        ComparedValues values = c.values();
        if (c.isMissing() && (c.isAccepted() || c.status() == Status.BROKEN)) {
            return Double.POSITIVE_INFINITY; // nothing is worse than what is gone
        }
        double tolerance = c.subject().tolerance();
        double strain = FindingRow.inPoints(c)
                ? (values.candidate() - values.baseline()) / 100 / tolerance
                : values.change()
                        * c.measure().metric().better().worseSign()
                        / Math.abs(FindingRow.toleratedChange(c.measure(), tolerance));
        return Double.isNaN(strain) ? Double.NEGATIVE_INFINITY : strain;
    }
}
