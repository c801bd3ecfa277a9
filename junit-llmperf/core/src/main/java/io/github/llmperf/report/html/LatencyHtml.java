package io.github.llmperf.report.html;

import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.model.SafeText;
import io.github.llmperf.report.svg.Markup;
import io.github.llmperf.report.svg.Palette;
import io.github.llmperf.report.svg.QuantileChart;
import io.github.llmperf.report.text.Caveats;

/** Latency by percentile: the picture in two widths, and the numbers behind it. */
final class LatencyHtml {

    private static final double WIDE = 960;
    private static final double WIDE_HEIGHT = 380;
    private static final double NARROW = 344;
    private static final double NARROW_HEIGHT = 320;

    private LatencyHtml() {}

    static Markup section(Report report, SafeText safe) {
        QuantileChart wide = new QuantileChart(report, Palette.STYLED, WIDE, WIDE_HEIGHT);
        Markup section = new Markup().open("section");
        if (wide.isEmpty()) {
            return section.element("h2", "Latency by percentile")
                    .element("p", wide.description())
                    .close();
        }
        // The wide picture bears its title itself.
        section.element("h2", "Latency by percentile", "class", "drawn");
        section.open("div", "class", "wide").add(wide.draw("wide")).close();
        QuantileChart narrow = new QuantileChart(report, Palette.STYLED, NARROW, NARROW_HEIGHT);
        section.open("div", "class", "narrow").add(narrow.draw("narrow")).close();
        wide.key().ifPresent(words -> section.element("p", safe.of(words), "class", "key"));
        Caveats.ofFailures(report).ifPresent(words -> section.element("p", words, "class", "key"));
        return section.add(new QuantileNumbers(report).table().draw()).close();
    }
}
