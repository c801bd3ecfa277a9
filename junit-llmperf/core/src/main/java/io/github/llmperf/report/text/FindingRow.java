package io.github.llmperf.report.text;

import io.github.llmperf.metric.Metric;
import io.github.llmperf.verdict.Finding;
import io.github.llmperf.verdict.Judgement;
import io.github.llmperf.wording.Numbers;
import java.util.List;
import java.util.Optional;
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
                    FindingCells.of(sla.limit(), sla.actual(), sla.withoutFailures(), sla.n()),
                    sla.n(),
                    finding));
        }
        if (finding instanceof Finding.Comparison comparison) {
            return Optional.of(new FindingRow(
                    Tone.of(finding),
                    FindingCells.of(comparison.subject(), comparison.values()),
                    comparison.evidence().n(),
                    finding));
        }
        return Optional.empty();
    }

    private FindingRow(Tone tone, FindingCells cells, long n, Finding finding) {
        this(
                tone,
                cells.measure(),
                cells.required(),
                cells.measured(),
                cells.baseline(),
                cells.change(),
                cells.interval(),
                Numbers.number((double) n),
                finding);
    }

    /** The error rate changes by percentage points; relative to a rate near zero every change would be infinite. */
    public static boolean inPoints(Finding.Comparison comparison) {
        return comparison.measure().metric() == Metric.ERROR_RATE;
    }
}
