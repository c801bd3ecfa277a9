package io.github.llmperf.report.html;

import io.github.llmperf.measure.Measurement;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.svg.Markup;
import io.github.llmperf.report.text.CalibrationText;
import io.github.llmperf.wording.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** The value of each guarded measure in each trial, where there are several, and what calibrating found. */
final class TrialsHtml {

    private TrialsHtml() {}

    /** The section; empty for a single trial. */
    static Markup section(Report report) {
        List<Measurement> trials = report.series().trials();
        Markup section = new Markup();
        if (trials.size() == 1) {
            return section;
        }
        section.open("section").element("h2", "Trials");
        section.open("div", "class", "scroll").open("table", "class", "stack").open("thead");
        section.open("tr").element("th", "Measure", "scope", "col");
        for (int i = 1; i <= trials.size(); i++) {
            section.element("th", "Trial " + i, "scope", "col");
        }
        section.close().close().open("tbody");
        for (Measure measure :
                new TreeSet<>(report.plan().criteria().baseline().guard().gated())) {
            section.open("tr").element("th", measure.toString(), "scope", "row");
            List<String> cells = cells(measure, trials);
            for (int i = 0; i < cells.size(); i++) {
                section.element("td", cells.get(i), "data-label", "Trial " + (i + 1));
            }
            section.close();
        }
        section.close().close().close();
        report.series()
                .calibration()
                .ifPresent(calibration ->
                        section.element("pre", String.join("\n", CalibrationText.lines(report, calibration))));
        return section.close();
    }

    private static List<String> cells(Measure measure, List<Measurement> trials) {
        List<String> cells = new ArrayList<>();
        for (Measurement trial : trials) {
            cells.add(Figures.quantity(
                    trial.existing(measure).orElse(Double.NaN), measure.metric().unit()));
        }
        return cells;
    }
}
