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
 * A finding with numbers, in words for a table.
 *
 * @param tone how it looks
 * @param n samples behind the measured value
 * @param finding where the row comes from
 */
@API(status = Status.INTERNAL, since = "0.1")
public record FindingRow(Tone tone, FindingCells cells, String n, Finding finding) {

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
            return Optional.of(row(sla, FindingCells.of(sla), sla.n()));
        }
        if (finding instanceof Finding.Comparison comparison) {
            FindingCells cells = FindingCells.of(comparison.subject(), comparison.values());
            return Optional.of(row(comparison, cells, comparison.evidence().n()));
        }
        return Optional.empty();
    }

    private static FindingRow row(Finding finding, FindingCells cells, long n) {
        return new FindingRow(Tone.of(finding), cells, Numbers.number((double) n), finding);
    }

    /** The error rate changes by percentage points; relative to a rate near zero every change would be infinite. */
    public static boolean inPoints(Finding.Comparison comparison) {
        return comparison.measure().metric() == Metric.ERROR_RATE;
    }
}
