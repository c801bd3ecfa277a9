package io.github.llmperf.report.html;

import io.github.llmperf.metric.Measure;
import io.github.llmperf.plan.CapacityPlan;
import io.github.llmperf.report.model.CapacityRuns;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.model.SafeText;
import io.github.llmperf.report.svg.CapacityChart;
import io.github.llmperf.report.svg.Markup;
import io.github.llmperf.report.svg.Palette;
import io.github.llmperf.report.text.CapacityFigures;
import io.github.llmperf.report.text.Tone;
import io.github.llmperf.verdict.CapacityOutcome;
import io.github.llmperf.wording.Figures;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** A search for the largest load: what was found, latency against load, and every load that was run. */
final class CapacityHtml {

    private static final double NARROW = 344;

    private final CapacityFigures figures;
    private final SafeText safe;

    private CapacityHtml(CapacityFigures figures, SafeText safe) {
        this.figures = figures;
        this.safe = safe;
    }

    /** The section; empty for a load. */
    static Markup section(Report report, SafeText safe) {
        return report.series()
                .search()
                .filter(search -> !search.rows().isEmpty())
                .map(search -> new CapacityHtml(
                                new CapacityFigures(
                                        search, report.plan().criteria().limits()),
                                safe)
                        .section())
                .orElseGet(Markup::new);
    }

    private Markup section() {
        Markup section = new Markup().open("section").element("h2", "Capacity");
        section.add(FactList.of(facts(), "outline", safe));
        section.open("div", "class", "wide")
                .add(new CapacityChart(figures, Palette.STYLED, 960, 360).draw("capacity-wide"))
                .close();
        section.open("div", "class", "narrow")
                .add(new CapacityChart(figures, Palette.STYLED, NARROW, 300).draw("capacity-narrow"))
                .close();
        table(section);
        section.element("p", key(), "class", "key");
        return section.close();
    }

    private Map<String, String> facts() {
        CapacityOutcome outcome = figures.outcome();
        CapacityPlan plan = figures.plan();
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put(
                "carried",
                outcome.carried().isPresent()
                        ? (outcome.open().isPresent() ? "" : "at least ")
                                + plan.text(outcome.carried().getAsDouble())
                        : "nothing");
        // What met the limits up to the end of the range says nothing of where they are.
        if (outcome.open().isPresent()) {
            outcome.estimate()
                    .ifPresent(estimate -> facts.put("limit most likely at", plan.text(plan.round(estimate))));
        }
        outcome.open().ifPresent(open -> facts.put("not accepted", plan.text(open)));
        outcome.binding()
                .ifPresent(limit -> facts.put("reached first", limit.measure().toString()));
        facts.put("runs", runs());
        if (outcome.nodes().isPresent()) {
            facts.put(
                    "nodes for " + plan.text(plan.planned().orElseThrow()),
                    outcome.nodes().get()
                            + (plan.headroom() > 0 ? " (" + Figures.part(plan.headroom()) + " free)" : ""));
        }
        return facts;
    }

    private String runs() {
        int runs = figures.outcome().runs();
        int shown = figures.rows().stream()
                .mapToInt(row -> row.directories().size())
                .sum();
        return runs == shown
                ? Integer.toString(runs)
                : runs + ", " + (runs - shown) + " of them not in the table, since they could not be judged";
    }

    private void table(Markup section) {
        section.open("div", "class", "scroll")
                .open("table", "class", "stack")
                .open("thead")
                .open("tr");
        section.element("th", figures.heading(), "scope", "col");
        section.element("th", "Finding", "scope", "col", "class", "left");
        figures.measures().forEach(measure -> section.element("th", measure.toString(), "scope", "col"));
        section.element("th", "n", "scope", "col").element("th", "Reports", "scope", "col");
        section.close().close().open("tbody");
        figures.rows().forEach(row -> row(section, row));
        section.close().close().close();
    }

    private void row(Markup section, CapacityRuns.Row row) {
        Tone tone = figures.tone(row);
        section.open("tr").element("th", figures.plan().number(row.amount()), "scope", "row");
        section.open("td", "data-label", "Finding", "class", "left")
                .element("span", tone.sign() + " " + figures.word(row), "class", "tag " + tone.cssClass())
                .close();
        for (Measure measure : figures.measures()) {
            section.element("td", CapacityFigures.value(row, measure), "data-label", measure.toString());
        }
        section.element("td", Long.toString(row.measurement().requests().attempted()), "data-label", "n");
        section.open("td", "data-label", "Reports").open("span");
        for (int i = 0; i < row.directories().size(); i++) {
            section.text(i == 0 ? "" : " ")
                    .element(
                            "a",
                            Integer.toString(i + 1),
                            "href",
                            address(row.directories().get(i)) + "/report.html");
        }
        section.close().close().close();
    }

    private static String address(String directory) {
        return URLEncoder.encode(directory, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private String key() {
        return "Accepted: all limits are met with "
                + Figures.part(figures.plan().certainty())
                + " certainty, or a larger load meets them. Too close: two runs together do not tell. Everything below"
                + " tells of the largest load that was accepted"
                + (figures.outcome().carried().isPresent()
                        ? "."
                        : "; here, where none was, of the smallest that was run.");
    }
}
