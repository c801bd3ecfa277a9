package io.github.llmperf.report.text;

import io.github.llmperf.metric.Direction;
import io.github.llmperf.metric.Limit;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.verdict.ComparedValues;
import io.github.llmperf.verdict.Finding;
import io.github.llmperf.verdict.Subject;
import io.github.llmperf.wording.ChangeText;
import io.github.llmperf.wording.Figures;
import io.github.llmperf.wording.LimitText;
import io.github.llmperf.wording.Numbers;
import io.github.llmperf.wording.SubjectText;
import java.util.OptionalDouble;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * What tables show of a finding with numbers; empty text where it has no such number.
 *
 * @param measure such as {@code ttft.p90}, {@code ttft.p90 (anchor v1.2)}, or {@code errorRate (baseline)} where it is compared
 * @param required such as {@code ≤ 3,000 ms}, or {@code ≤ +10 %} against the baseline
 * @param measured this run's value
 * @param withoutFailures the value in tables and pictures, which cover successful requests, where a limit is judged by another
 * @param baseline the stored runs' value, or the second target's
 * @param change relative difference from it
 * @param interval 90 % interval of the change
 */
@API(status = Status.INTERNAL, since = "0.1")
public record FindingCells(
        String measure,
        String required,
        String measured,
        String withoutFailures,
        String baseline,
        String change,
        String interval) {

    static FindingCells of(Finding.Sla sla) {
        return of(sla.limit(), sla.actual(), sla.withoutFailures(), sla.n());
    }

    /** Returns the cells of a limit. */
    public static FindingCells of(Limit limit, OptionalDouble actual, OptionalDouble withoutFailures, long n) {
        Numbers.Apart apart = Numbers.quantity(actual.orElse(Double.NaN), limit);
        return new FindingCells(
                limit.measure().toString(),
                limit.operator() + " " + apart.limit(),
                actual.isEmpty() ? unmeasured(n) : apart.value(),
                actual.isEmpty() ? "" : LimitText.withoutFailures(withoutFailures, limit.measure()),
                "",
                "",
                "");
    }

    /** A percentile of too few samples is not shown. */
    private static String unmeasured(long n) {
        return n == 0 ? "no samples" : "–";
    }

    /** Returns the cells of a comparison. */
    public static FindingCells of(Subject subject, ComparedValues values) {
        Metric metric = subject.measure().metric();
        Numbers.Apart apart = ChangeText.of(subject.measure(), subject.tolerance(), values);
        String sign = metric.better() == Direction.LOWER ? "≤ " : "≥ ";
        return new FindingCells(
                SubjectText.of(subject),
                sign + apart.limit(),
                Figures.quantity(values.candidate(), metric.unit()),
                "",
                Figures.quantity(values.baseline(), metric.unit()),
                apart.value(),
                metric == Metric.ERROR_RATE || Double.isNaN(values.changeLow())
                        ? ""
                        : Figures.interval(values.changeLow(), values.changeHigh()));
    }

    /** Returns a limit's cells with those of a comparison of the same measure. */
    public FindingCells comparedAs(FindingCells other) {
        return new FindingCells(
                measure, required, measured, withoutFailures, other.baseline, other.change, other.interval);
    }

    /**
     * Returns both values in one cell.
     *
     * @return such as {@code 1,706 ms (1,671 ms without failures)}
     */
    public String measuredInOne() {
        return measured + (withoutFailures.isEmpty() ? "" : " (" + withoutFailures + ")");
    }

    /**
     * Returns the difference with its interval, as people read it.
     *
     * @return such as {@code +23 % (+15 % to +32 %)}; a dash where nothing was compared
     */
    public String changeWithInterval() {
        if (change.isEmpty()) {
            return "–";
        }
        return interval.isEmpty() ? change : change + " (" + interval + ")";
    }
}
