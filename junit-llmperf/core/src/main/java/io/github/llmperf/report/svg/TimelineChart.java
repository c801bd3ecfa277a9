package io.github.llmperf.report.svg;

import io.github.llmperf.measure.Timeline;
import io.github.llmperf.measure.Timeline.Slice;
import io.github.llmperf.measure.server.ServerSeries;
import io.github.llmperf.measure.server.ServerView.Span;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.wording.Figures;
import io.github.llmperf.wording.Numbers;
import java.util.ArrayList;
import java.util.List;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** A run over its time: the latency of its requests, and below it the activity of client and server. */
@API(status = Status.INTERNAL, since = "0.1")
public final class TimelineChart {

    private static final double LEFT = 58;
    private static final double RIGHT = 62;
    private static final double TOP = 52;
    private static final double TITLE = 16;
    private static final double PLOT = 180;
    private static final double GAPS_PLOT = 144;
    private static final double GAP = 30;
    private static final double BOTTOM = 42;
    private static final double NAMES_ABOVE = 8;
    private static final double LETTER = 6.5;

    private final Report report;
    private final Timeline timeline;
    private final Palette palette;
    private final double width;
    private final TimeAxis axis;
    private final List<ValuePlot> plots = new ArrayList<>();
    private final List<Panel> panels;

    public TimelineChart(Report report, Palette palette, double width) {
        this.report = report;
        this.timeline = report.observed().overTime().timeline();
        this.palette = palette;
        this.width = width;
        axis = new TimeAxis(timeline.from(), timeline.to(), windows(report), LEFT, width - RIGHT);
        plots.add(new ValuePlot(timeline.requests(), palette, axis, TITLE, TOP, PLOT));
        if (timeline.gaps().n() > 0) {
            double top = TOP + PLOT + GAP;
            plots.add(new ValuePlot(timeline.gaps(), palette, axis, top - NAMES_ABOVE, top, GAPS_PLOT));
        }
        panels = new TimelinePanels(timeline, report.observed().server(), palette, width - LEFT).all();
    }

    /** What of the run is measured. */
    static List<Span> windows(Report report) {
        return report.observed().server().windows().isEmpty()
                ? List.of(new Span(
                        report.run().times().windowOpened(),
                        report.run().times().windowClosed()))
                : report.observed().server().windows();
    }

    /** What the picture shows, for those who cannot see it. */
    String description() {
        List<String> parts = new ArrayList<>();
        parts.add(Figures.seconds((timeline.to() - timeline.from()) / 1e9) + " from the first request to the last");
        plots.forEach(plot -> parts.add(plot.words()));
        parts.add("requests in flight: most in a slice "
                + Numbers.number(timeline.slices().stream()
                        .mapToDouble(Slice::inFlight)
                        .max()
                        .orElse(0)));
        parts.add("output tokens a second: most in a slice "
                + Numbers.number(timeline.slices().stream()
                        .mapToDouble(Slice::tokenRate)
                        .max()
                        .orElse(0)));
        parts.add(FailurePanel.words(timeline));
        report.observed().server().series().stream()
                .filter(series -> series.part().isEmpty())
                .forEach(series -> parts.add(said(series)));
        return String.join("; ", parts) + ".";
    }

    private static String said(ServerSeries series) {
        return series.meaning().title() + ": mean " + Numbers.number(series.mean()) + ", most "
                + Numbers.number(series.max()) + " " + series.meaning().unit();
    }

    /** Where the first panel begins, from above. */
    private double panelsFrom() {
        ValuePlot last = plots.get(plots.size() - 1);
        return last.top() + last.height() + GAP;
    }

    private double height() {
        double below =
                panels.stream().mapToDouble(panel -> panel.height() + GAP).sum();
        return panelsFrom() + below - GAP + BOTTOM;
    }

    /** Draws the chart; the id distinguishes several charts of one document. */
    public Markup draw(String id) {
        Markup svg = SvgParts.open(id, "The run over time", description(), width, height());
        svg.empty(
                "rect",
                "width",
                SvgParts.at(width),
                "height",
                SvgParts.at(height()),
                "style",
                "fill:" + palette.surface());
        phases(svg);
        for (ValuePlot plot : plots) {
            plot.draw(svg);
            edges(svg, plot.top(), plot.height());
        }
        double y = panelsFrom();
        for (Panel panel : panels) {
            edges(svg, y, panel.height());
            panel.draw(svg, palette, axis, y);
            y += panel.height() + GAP;
        }
        times(svg);
        return svg.close();
    }

    /** Phases that are not measured are shaded; a phase too short for its name has none. */
    private void phases(Markup svg) {
        double base = height() - BOTTOM;
        for (Span gap : axis.unmeasured()) {
            double x = axis.x(gap.from());
            svg.empty(
                    "rect",
                    "class",
                    "unmeasured",
                    "x",
                    SvgParts.at(x),
                    "y",
                    SvgParts.at(TOP),
                    "width",
                    SvgParts.at(axis.x(gap.to()) - x),
                    "height",
                    SvgParts.at(base - TOP),
                    "style",
                    "fill:" + palette.grid() + ";opacity:.5");
            name(svg, gap, nameOf(gap));
        }
        axis.windows().forEach(window -> name(svg, window, "measured"));
    }

    /** Cells of a heat map hide the shade: where measuring begins and ends is drawn over them. */
    private void edges(Markup svg, double top, double height) {
        StringBuilder edges = new StringBuilder();
        for (Span window : axis.windows()) {
            edges.append(edge(window.from(), top, height)).append(edge(window.to(), top, height));
        }
        if (!edges.isEmpty() && height > 0) {
            svg.empty(
                    "path",
                    "class",
                    "edges",
                    "d",
                    edges.toString(),
                    "stroke-dasharray",
                    "2 3",
                    "style",
                    "fill:none;stroke:" + palette.muted());
        }
    }

    private String edge(long moment, double top, double height) {
        boolean inside = moment > timeline.from() && moment < timeline.to();
        return inside
                ? "M" + SvgParts.at(axis.x(moment)) + " " + SvgParts.at(top) + "V" + SvgParts.at(top + height)
                : "";
    }

    private String nameOf(Span gap) {
        if (gap.to() <= axis.windows().get(0).from()) {
            return "warm-up";
        }
        boolean isLast = gap.to() == timeline.to();
        if (!isLast) {
            return "between";
        }
        return report.plan().load().phases().cooldown().isZero() ? "drain" : "cooldown";
    }

    private void name(Markup svg, Span span, String name) {
        double from = axis.x(span.from());
        double to = axis.x(span.to());
        if (to - from >= LETTER * name.length()) {
            text(svg, (from + to) / 2, TOP - NAMES_ABOVE, name, "middle", palette.muted());
        }
    }

    private void times(Markup svg) {
        double base = height() - BOTTOM;
        for (double tick : axis.ticks()) {
            text(svg, axis.xOf(tick), base + 18, TimeAxis.text(tick), "middle", palette.muted());
        }
        text(svg, (axis.left() + axis.right()) / 2, base + 36, axis.title(), "middle", palette.muted());
    }

    private void text(Markup svg, double x, double y, String text, String anchor, String colour) {
        SvgParts.label(svg, palette, x, y, text, anchor, colour);
    }
}
