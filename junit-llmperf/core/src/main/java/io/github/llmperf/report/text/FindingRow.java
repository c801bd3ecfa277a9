package io.github.llmperf.report.text;

import io.github.llmperf.metric.Direction;
import io.github.llmperf.metric.Limit;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Unit;
import io.github.llmperf.verdict.Finding;
import io.github.llmperf.verdict.Judgement;
import io.github.llmperf.wording.Figures;
import io.github.llmperf.wording.Numbers;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * A finding with numbers, in words for a table; empty text where a finding has no such number.
 *
 * @param tone how it looks
 * @param measure such as {@code ttft.p90}, {@code ttft.p90 (anchor v1.2)}, or {@code errorRate (baseline)} where it is compared
 * @param required such as {@code ≤ 3000 ms}, or {@code ≤ +10.0 %} against the baseline
 * @param measured this run's value
 * @param baseline the stored runs' value
 * @param change relative difference from the baseline
 * @param interval 90 % interval of the change
 * @param n samples behind the measured value
 * @param finding where the row comes from
 */
@API(status = Status.INTERNAL, since = "0.1")
public record FindingRow(
        Tone tone,
        String measure,
        String required,
        String measured,
        String baseline,
        String change,
        String interval,
        String n,
        Finding finding) {

    /** Rows of all findings that have numbers, worst first. */
    public static List<FindingRow> rows(Judgement judgement) {
        return judgement.findings().stream()
                .map(FindingRow::of)
                .flatMap(Optional::stream)
                .toList();
    }

    /** Findings that are a sentence only, worst first. */
    public static List<Finding> sentences(Judgement judgement) {
        return judgement.findings().stream().filter(f -> of(f).isEmpty()).toList();
    }

    /** Whether it is an accepted regression. */
    public static boolean isAccepted(Finding finding) {
        return finding instanceof Finding.Comparison comparison && comparison.isAccepted();
    }

    /** The result of a comparison, in a word or two. */
    public static String standing(Finding.Comparison comparison) {
        return isAccepted(comparison) ? "accepted" : comparison.verdict().words();
    }

    private static Optional<FindingRow> of(Finding finding) {
        if (finding instanceof Finding.Sla sla) {
            return Optional.of(new FindingRow(
                    Tone.of(finding),
                    sla.limit().measure().toString(),
                    required(sla.limit()),
                    sla.actual().isEmpty()
                            ? unmeasured(sla.n())
                            : measured(
                                    sla.actual().getAsDouble(),
                                    sla.withoutFailures(),
                                    unit(sla.limit().measure())),
                    "",
                    "",
                    "",
                    Numbers.number((double) sla.n()),
                    finding));
        }
        if (finding instanceof Finding.Comparison comparison) {
            Unit unit = unit(comparison.measure());
            return Optional.of(new FindingRow(
                    Tone.of(finding),
                    name(comparison),
                    tolerated(comparison),
                    Figures.quantity(comparison.values().candidate(), unit),
                    Figures.quantity(comparison.values().baseline(), unit),
                    inPoints(comparison)
                            ? Figures.points((comparison.values().candidate()
                                            - comparison.values().baseline())
                                    / 100)
                            : Figures.change(comparison.values().change()),
                    inPoints(comparison)
                            ? ""
                            : Figures.interval(
                                    comparison.values().changeLow(),
                                    comparison.values().changeHigh()),
                    Numbers.number((double) comparison.evidence().n()),
                    finding));
        }
        return Optional.empty();
    }

    /**
     * Names both sides of the comparison. The error rate is compared in every run, and a limit on it has the same name:
     * two rows would seem to contradict each other.
     */
    public static String name(Finding.Comparison comparison) {
        Measure measure = comparison.measure();
        boolean limitedToo = measure.metric() == Metric.ERROR_RATE;
        return switch (comparison.against().kind()) {
            case STORED_RUNS -> measure + (limitedToo ? " (baseline)" : "");
            case ANCHOR -> measure + " (anchor " + comparison.against().name() + ")";
            case TARGET -> measure + (limitedToo ? " (compared)" : "");
        };
    }

    /** A percentile of too few samples is not shown. */
    public static String unmeasured(long n) {
        return n == 0 ? "no samples" : "–";
    }

    /**
     * The value that a limit is judged by, and beside it the value in tables and pictures, which cover successful
     * requests.
     */
    public static String measured(double actual, OptionalDouble withoutFailures, Unit unit) {
        return Figures.quantity(actual, unit)
                + (withoutFailures.isEmpty()
                        ? ""
                        : " (" + Figures.quantity(withoutFailures.getAsDouble(), unit) + " without failures)");
    }

    private static String required(Limit limit) {
        return Numbers.bound(limit);
    }

    private static Unit unit(Measure measure) {
        return measure.metric().unit();
    }

    /** A tolerance is a factor towards the worse side, so for a rate it is the inverse. */
    public static double toleratedChange(Measure measure, double tolerance) {
        return measure.metric().better() == Direction.HIGHER ? 1 / (1 + tolerance) - 1 : tolerance;
    }

    /** The error rate changes by percentage points; relative to a rate near zero every change would be infinite. */
    public static boolean inPoints(Finding.Comparison comparison) {
        return comparison.measure().metric() == Metric.ERROR_RATE;
    }

    private static String tolerated(Finding.Comparison comparison) {
        Measure measure = comparison.measure();
        String sign = measure.metric().better() == Direction.HIGHER ? "≥ " : "≤ ";
        return sign
                + (inPoints(comparison)
                        ? Figures.points(comparison.subject().tolerance())
                        : Figures.change(
                                toleratedChange(measure, comparison.subject().tolerance())));
    }
}
