package io.github.llmperf.report.html;

import io.github.llmperf.baseline.BaselineStore;
import io.github.llmperf.plan.Pairing;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.svg.Markup;
import io.github.llmperf.report.text.FindingRow;
import io.github.llmperf.verdict.Finding;
import io.github.llmperf.verdict.Finding.Comparison;
import io.github.llmperf.verdict.Reference;
import io.github.llmperf.wording.Figures;
import io.github.llmperf.wording.SensitivityText;
import io.github.llmperf.wording.SpreadText;
import io.github.llmperf.wording.SubjectText;
import java.util.List;

/** The evidence and sensitivity of each comparison: one row per compared measure. */
final class ComparisonsHtml {

    private static final List<String> HEADINGS = List.of(
            "Stored runs",
            "Trials",
            "Δ",
            "90 % interval",
            "p",
            "Runs differ by (sd)",
            "Detects (80 % power)",
            "Runs needed");

    private ComparisonsHtml() {}

    /** The section; empty where nothing is compared. */
    static Markup section(Report report) {
        List<Comparison> comparisons = report.judgement().findings().stream()
                .filter(Finding.Comparison.class::isInstance)
                .map(Finding.Comparison.class::cast)
                .filter(comparison -> !Double.isNaN(comparison.values().candidate()))
                .toList();
        Markup section = new Markup();
        if (comparisons.isEmpty()) {
            return section;
        }
        section.open("section").element("h2", "What the comparison rests on");
        section.open("div", "class", "scroll").open("table", "class", "stack").open("thead");
        section.open("tr").element("th", "Measure", "scope", "col");
        HEADINGS.forEach(heading -> section.element("th", heading, "scope", "col"));
        section.close().close().open("tbody");
        comparisons.forEach(comparison -> row(section, comparison));
        section.close().close().close();
        section.element(
                "p",
                "Detects is the smallest worsening that is called a regression in 8 of 10 cases, always more than the"
                        + " tolerance; with the runs needed a worsening of the tolerance itself is significant in 8 of 10"
                        + " cases. p is the chance of a change this bad where nothing has changed, before the correction"
                        + " for several measures. "
                        + SpreadText.key(comparisons),
                "class",
                "key");
        return section.close();
    }

    private static void row(Markup section, Comparison comparison) {
        boolean points = FindingRow.inPoints(comparison);
        section.open("tr").element("th", SubjectText.of(comparison.subject()), "scope", "row");
        List<String> cells = List.of(
                runs(comparison),
                Integer.toString(comparison.evidence().trials()),
                points
                        ? Figures.points((comparison.values().candidate()
                                        - comparison.values().baseline())
                                / 100)
                        : Figures.change(comparison.values().change()),
                points
                        ? "–"
                        : Figures.interval(
                                comparison.values().changeLow(),
                                comparison.values().changeHigh()),
                probability(comparison.evidence().p()),
                points ? "–" : SpreadText.brief(comparison),
                points ? "–" : SensitivityText.brief(comparison),
                points ? "–" : needed(comparison));
        for (int i = 0; i < cells.size(); i++) {
            section.element("td", cells.get(i), "data-label", HEADINGS.get(i));
        }
        section.close();
    }

    private static String runs(Comparison comparison) {
        return comparison.evidence().runs() + (isPaired(comparison) ? " pairs" : "");
    }

    private static String needed(Comparison comparison) {
        int most = isPaired(comparison) ? Pairing.MOST : BaselineStore.NEWEST;
        return comparison.evidence().runsNeeded() < 0
                ? "more than " + most
                : Integer.toString(comparison.evidence().runsNeeded());
    }

    private static boolean isPaired(Comparison comparison) {
        return comparison.against().kind() == Reference.Kind.TARGET;
    }

    private static String probability(double p) {
        return Double.isNaN(p) ? "–" : p < .001 ? "< 0.001" : Figures.number(p, 3);
    }
}
