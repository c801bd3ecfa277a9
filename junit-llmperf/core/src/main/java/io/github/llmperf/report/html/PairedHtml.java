package io.github.llmperf.report.html;

import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Statistic;
import io.github.llmperf.metric.Unit;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.model.SafeText;
import io.github.llmperf.report.svg.Markup;
import io.github.llmperf.report.svg.PairChart;
import io.github.llmperf.report.text.FindingRow;
import io.github.llmperf.report.text.ReferenceName;
import io.github.llmperf.verdict.Finding;
import io.github.llmperf.verdict.PairedRuns;
import io.github.llmperf.wording.Figures;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The numbers of both targets of a comparison side by side, and the result of each pair of loads. */
final class PairedHtml {

    private static final List<Metric> LATENCIES = List.of(Metric.TTFT, Metric.TPOT, Metric.ITL, Metric.E2E);

    private static final List<Metric> RATES =
            List.of(Metric.OUTPUT_TOKEN_RATE, Metric.REQUEST_RATE, Metric.GOODPUT, Metric.ERROR_RATE);

    private final Report report;
    private final PairedRuns paired;
    private final SafeText safe;

    PairedHtml(Report report, PairedRuns paired, SafeText safe) {
        this.report = report;
        this.paired = paired;
        this.safe = safe;
    }

    Markup section() {
        String name = safe.of(paired.pairing().name());
        Markup section = new Markup().open("section").element("h2", "Both targets side by side");
        List<Finding.Comparison> drawn = report.judgement().findings().stream()
                .filter(Finding.Comparison.class::isInstance)
                .map(Finding.Comparison.class::cast)
                .filter(comparison -> !FindingRow.inPoints(comparison))
                .toList();
        table(section, drawn);
        if (!drawn.isEmpty()) {
            section.open("div", "class", "pairs");
            drawn.forEach(comparison -> section.add(new PairChart(comparison, paired.pairs()).draw()));
            section.close();
            section.element(
                    "p",
                    "Pictures: a dot is one pair of loads, in their order; its height is how much this target differs from "
                            + name + " in it. The line is no difference, the shaded side is worse than tolerated; each"
                            + " picture has its own scale.",
                    "class",
                    "key");
        }
        return section.close();
    }

    /** Compared measures show the mean of the pairs, all others the value over all requests. */
    private void table(Markup section, List<Finding.Comparison> compared) {
        String other = ReferenceName.heading(report);
        section.open("div", "class", "scroll")
                .open("table", "class", "stack")
                .open("thead")
                .open("tr");
        for (String heading : List.of("Measure", "this target", other, "Δ")) {
            section.element("th", heading, "scope", "col");
        }
        section.close().close().open("tbody");
        Map<Measure, Finding.Comparison> means = new HashMap<>();
        compared.stream()
                .filter(comparison -> !Double.isNaN(comparison.values().candidate()))
                .forEach(comparison -> means.put(comparison.measure(), comparison));
        for (Measure measure : measures(means.keySet())) {
            Finding.Comparison mean = means.get(measure);
            double own = mean == null
                    ? report.measurement().existing(measure).orElseThrow()
                    : mean.values().candidate();
            double there = mean == null
                    ? paired.measurement().existing(measure).orElseThrow()
                    : mean.values().baseline();
            Unit unit = measure.metric().unit();
            section.open("tr").open("th", "scope", "row").text(measure + (mean == null ? "" : " "));
            if (mean != null) {
                section.element(
                        "span", "mean of " + Figures.count(mean.evidence().runs(), "pair"), "class", "unit");
            }
            section.close();
            section.element("td", Figures.quantity(own, unit), "data-label", "this target");
            section.element("td", Figures.quantity(there, unit), "data-label", other);
            section.element("td", change(own, there, unit), "data-label", "Δ").close();
        }
        section.close().close().close();
        if (!means.isEmpty()) {
            section.element("p", "Rows without “mean of” are of the requests of all loads together.", "class", "key");
        }
    }

    private static String change(double own, double there, Unit unit) {
        if (unit == Unit.PERCENT) {
            return Figures.points((own - there) / 100);
        }
        return there == 0 ? "–" : Figures.change(own / there - 1);
    }

    private List<Measure> measures(Set<Measure> compared) {
        Set<Measure> measures = new LinkedHashSet<>();
        for (Metric metric : LATENCIES) {
            Stream.of(Statistic.MEAN, Statistic.percentile(50), Statistic.percentile(90), Statistic.percentile(99))
                    .forEach(statistic -> measures.add(new Measure(metric, statistic)));
        }
        measures.add(Measure.of(Metric.OUTPUT_TOKENS));
        RATES.forEach(metric -> measures.add(Measure.of(metric)));
        measures.addAll(new TreeSet<>(compared));
        return measures.stream()
                .filter(measure -> compared.contains(measure)
                        || (report.measurement().existing(measure).isPresent()
                                && paired.measurement().existing(measure).isPresent()))
                .toList();
    }
}
