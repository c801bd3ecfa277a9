package io.github.llmperf.report;

import io.github.llmperf.measure.Measurement;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Statistic;
import io.github.llmperf.metric.Unit;
import io.github.llmperf.verdict.Finding;
import io.github.llmperf.verdict.PairedRuns;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** The numbers of both targets of a comparison side by side, and how each pair of loads came out. */
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
        table(section);
        List<Finding.Comparison> drawn = report.judgement().findings().stream()
                .filter(Finding.Comparison.class::isInstance)
                .map(Finding.Comparison.class::cast)
                .filter(comparison -> !FindingRow.inPoints(comparison))
                .toList();
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

    private void table(Markup section) {
        String other = ReferenceName.heading(report);
        section.open("div", "class", "scroll")
                .open("table", "class", "stack")
                .open("thead")
                .open("tr");
        for (String heading : List.of("Measure", "this target", other, "Δ")) {
            section.element("th", heading, "scope", "col");
        }
        section.close().close().open("tbody");
        for (Measure measure : measures()) {
            double own = value(report.measurement(), measure).orElseThrow();
            double there = value(paired.measurement(), measure).orElseThrow();
            Unit unit = measure.metric().unit();
            section.open("tr").element("th", measure.toString(), "scope", "row");
            section.element("td", Figures.quantity(own, unit), "data-label", "this target");
            section.element("td", Figures.quantity(there, unit), "data-label", other);
            section.element("td", change(own, there, unit), "data-label", "Δ").close();
        }
        section.close().close().close();
    }

    private static String change(double own, double there, Unit unit) {
        if (unit == Unit.PERCENT) {
            return Figures.points((own - there) / 100);
        }
        return there == 0 ? "–" : Figures.change(own / there - 1);
    }

    private List<Measure> measures() {
        List<Measure> measures = new ArrayList<>();
        for (Metric metric : LATENCIES) {
            Stream.of(Statistic.MEAN, Statistic.percentile(50), Statistic.percentile(90), Statistic.percentile(99))
                    .forEach(statistic -> measures.add(new Measure(metric, statistic)));
        }
        measures.add(Measure.of(Metric.OUTPUT_TOKENS));
        RATES.forEach(metric -> measures.add(Measure.of(metric)));
        return measures.stream()
                .filter(measure -> value(report.measurement(), measure).isPresent())
                .filter(measure -> value(paired.measurement(), measure).isPresent())
                .toList();
    }

    /** A percentile that too few samples make is none. */
    private static OptionalDouble value(Measurement measurement, Measure measure) {
        boolean exists = !measure.metric().hasDistribution()
                || measurement
                        .distribution(measure.metric())
                        .filter(samples -> samples.n() >= measure.statistic().samplesToExist())
                        .isPresent();
        return exists ? measurement.value(measure) : OptionalDouble.empty();
    }
}
