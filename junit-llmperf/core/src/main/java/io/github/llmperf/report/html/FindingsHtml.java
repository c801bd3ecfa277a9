package io.github.llmperf.report.html;

import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.model.SafeText;
import io.github.llmperf.report.svg.IntervalGlyph;
import io.github.llmperf.report.svg.Markup;
import io.github.llmperf.report.text.Caveats;
import io.github.llmperf.report.text.FindingCells;
import io.github.llmperf.report.text.FindingRow;
import io.github.llmperf.report.text.ReferenceName;
import io.github.llmperf.report.text.Tone;
import io.github.llmperf.verdict.Finding;
import io.github.llmperf.verdict.Sensitivity;
import io.github.llmperf.wording.FindingText;
import io.github.llmperf.wording.SensitivityText;
import io.github.llmperf.wording.SubjectText;
import java.util.List;

/** The findings of a report: those with numbers as a table, the others as sentences. */
final class FindingsHtml {

    private final Report report;
    private final SafeText safe;

    FindingsHtml(Report report, SafeText safe) {
        this.report = report;
        this.safe = safe;
    }

    Markup section() {
        Markup section = new Markup().open("section").element("h2", "Findings");
        List<FindingRow> rows = FindingRow.rows(report.judgement());
        if (!rows.isEmpty()) {
            table(section, rows);
        }
        List<Finding> sentences = FindingRow.sentences(report.judgement()).stream()
                .filter(finding -> !(finding instanceof Finding.Note))
                .toList();
        if (!sentences.isEmpty()) {
            section.open("ul", "class", "marked");
            for (Finding finding : sentences) {
                Tone tone = Tone.of(finding);
                section.open("li")
                        .element("span", tone.sign() + " " + word(finding), "class", "tag " + tone.cssClass())
                        .prose(" " + safe.of(FindingText.of(finding)))
                        .close();
            }
            section.close();
        }
        if (rows.isEmpty() && sentences.isEmpty()) {
            section.element("p", "Nothing was required of this run and nothing stored to compare it with.");
        }
        return section.close();
    }

    private void table(Markup section, List<FindingRow> rows) {
        List<Finding.Comparison> comparisons = rows.stream()
                .map(FindingRow::finding)
                .filter(Finding.Comparison.class::isInstance)
                .map(Finding.Comparison.class::cast)
                .filter(FindingsHtml::isDrawn)
                .toList();
        String reference = ReferenceName.title(report);
        section.open("div", "class", "scroll")
                .open("table", "class", "stack")
                .open("thead")
                .open("tr");
        for (String heading : List.of("Measure", "Finding", "Required", "Measured", reference, "Δ")) {
            section.element("th", heading, "scope", "col", "class", heading.equals("Finding") ? "left" : "");
        }
        section.element("th", "90 % interval", "scope", "col");
        if (!comparisons.isEmpty()) {
            section.open("th", "scope", "col", "aria-label", "interval as a picture")
                    .close();
        }
        section.element("th", "n", "scope", "col").close().close().open("tbody");
        for (FindingRow row : rows) {
            section.open("tr").element("th", row.cells().measure(), "scope", "row");
            section.open("td", "data-label", "Finding", "class", "left")
                    .element(
                            "span",
                            row.tone().sign() + " " + word(row.finding()),
                            "class",
                            "tag " + row.tone().cssClass())
                    .close();
            cell(section, "Required", row.cells().required());
            measured(section, row.cells());
            cell(section, reference, row.cells().baseline());
            cell(section, "Δ", row.cells().change());
            cell(section, "90 % interval", row.cells().interval());
            if (row.finding() instanceof Finding.Comparison comparison && isDrawn(comparison)) {
                section.open("td", "data-label", "")
                        .add(new IntervalGlyph(comparison).draw())
                        .close();
            } else if (!comparisons.isEmpty()) {
                section.open("td", "class", "none").close();
            }
            cell(section, "n", row.n());
            section.close();
        }
        section.close().close().close();
        if (!comparisons.isEmpty()) {
            Caveats.ofAverages(report).ifPresent(words -> section.element("p", words, "class", "key"));
            section.element(
                    "p",
                    "Picture: dot and bar are the change and its 90 % interval, the line is "
                            + (report.plan().load().pairing() == null ? "the stored runs" : reference)
                            + ", the shaded side is worse than tolerated; each has its own scale."
                            + likelyWorse(comparisons),
                    "class",
                    "key");
        }
    }

    private static String likelyWorse(List<Finding.Comparison> comparisons) {
        List<String> likely = comparisons.stream()
                .filter(Sensitivity::isLikelyWorse)
                .map(comparison -> SubjectText.of(comparison.subject()))
                .toList();
        return likely.isEmpty() ? "" : " " + SensitivityText.likelyWorse(likely);
    }

    /** A missing measure has no change, and answers that broke off have no interval. */
    private static boolean isDrawn(Finding.Comparison comparison) {
        return comparison.isTested() && !FindingRow.inPoints(comparison);
    }

    /** The second value has a line of its own: beside the first it would push the last columns out of the card. */
    private static void measured(Markup section, FindingCells cells) {
        if (cells.withoutFailures().isEmpty()) {
            cell(section, "Measured", cells.measured());
            return;
        }
        section.open("td", "data-label", "Measured").open("span").text(cells.measured() + " ");
        section.element("span", "(" + cells.withoutFailures() + ")", "class", "aside")
                .close()
                .close();
    }

    private static void cell(Markup section, String label, String text) {
        if (text.isEmpty()) {
            section.open("td", "class", "none").close();
        } else {
            section.element("td", text, "data-label", label);
        }
    }

    static String word(Finding finding) {
        if (finding instanceof Finding.Comparison comparison) {
            return FindingRow.standing(comparison);
        }
        return switch (finding.status()) {
            case MET -> "met";
            case BROKEN ->
                finding instanceof Finding.Sla ? "broken" : finding.verdict().words();
            case UNDECIDED ->
                finding instanceof Finding.Sla
                        ? "too few samples"
                        : finding.verdict().words();
            case NOTE -> "note";
        };
    }
}
