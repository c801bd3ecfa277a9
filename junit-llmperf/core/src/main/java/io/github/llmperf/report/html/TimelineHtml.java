package io.github.llmperf.report.html;

import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.svg.Markup;
import io.github.llmperf.report.svg.Palette;
import io.github.llmperf.report.svg.TimelineChart;
import io.github.llmperf.report.svg.TimelineSvg;

/** The run over time: the picture in two widths, how to read it, and the numbers behind it. */
final class TimelineHtml {

    private static final double NARROW = 344;

    private TimelineHtml() {}

    static Markup section(Report report) {
        Markup section = new Markup().open("section").element("h2", "The run over time");
        section.open("div", "class", "wide")
                .add(new TimelineChart(report, Palette.STYLED, TimelineSvg.WIDTH).draw("timeline-wide"))
                .close();
        section.open("div", "class", "narrow")
                .add(new TimelineChart(report, Palette.STYLED, NARROW).draw("timeline-narrow"))
                .close();
        String key = key(report);
        if (!key.isEmpty()) {
            section.element("p", key, "class", "key");
        }
        return section.add(new TimelineNumbers(report).table().draw()).close();
    }

    private static String key(Report report) {
        boolean cells = report.observed().overTime().timeline().requests().isDense()
                || report.observed().overTime().timeline().gaps().isDense();
        return cells
                ? "Heat maps: the darker a cell, or on dark ground the brighter, the more fell into its time and its"
                        + " latency; by the logarithm, so that a single one is seen. Requests stand at their start, gaps"
                        + " between tokens at their end."
                : "";
    }
}
