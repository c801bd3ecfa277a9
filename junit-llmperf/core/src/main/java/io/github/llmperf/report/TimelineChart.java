package io.github.llmperf.report;

import io.github.llmperf.measure.Timeline;
import io.github.llmperf.measure.Timeline.Dot;
import io.github.llmperf.measure.Timeline.Slice;
import io.github.llmperf.measure.server.ServerSeries;
import io.github.llmperf.measure.server.ServerView.Span;
import io.github.llmperf.metric.Quantity;
import java.util.ArrayList;
import java.util.List;

/** A run over its time: the latency of its requests, and below it what went on here and at the server meanwhile. */
final class TimelineChart {

    private static final double LEFT = 58;
    private static final double RIGHT = 62;
    private static final double TOP = 52;
    private static final double MAIN = 180;
    private static final double PANEL = 56;
    private static final double GAP = 30;
    private static final double BOTTOM = 42;
    private static final double WIDE = 480;
    private static final double LETTER = 6.5;

    private final Report report;
    private final Timeline timeline;
    private final Palette palette;
    private final double width;
    private final TimeAxis axis;
    private final List<TimelinePanel> panels;

    TimelineChart(Report report, Timeline timeline, Palette palette, double width) {
        this.report = report;
        this.timeline = timeline;
        this.palette = palette;
        this.width = width;
        axis = new TimeAxis(timeline.from(), timeline.to(), windows(report), LEFT, width - RIGHT);
        panels = new TimelinePanels(timeline, report.server(), palette).all();
    }

    private static List<Span> windows(Report report) {
        return report.server().windows().isEmpty()
                ? List.of(new Span(
                        report.run().times().windowOpened(),
                        report.run().times().windowClosed()))
                : report.server().windows();
    }

    /** What the picture shows, for those who cannot see it. */
    String description() {
        List<String> parts = new ArrayList<>();
        String metric = timeline.metric().jsonName();
        parts.add(Figures.seconds((timeline.to() - timeline.from()) / 1e9) + " from the first request to the last");
        if (timeline.dots().isEmpty()) {
            parts.add("no request succeeded");
        } else {
            parts.add(metric + " of " + Figures.count(timeline.dots().size(), "request")
                    + (timeline.oneOf() > 1 ? ", one of " + timeline.oneOf() : "") + ", from "
                    + Figures.latency(
                            timeline.dots().stream().mapToDouble(Dot::ms).min().orElse(0)) + " to "
                    + Figures.latency(
                            timeline.dots().stream().mapToDouble(Dot::ms).max().orElse(0)));
        }
        parts.add("requests in flight: most in a slice "
                + Quantity.number(timeline.slices().stream()
                        .mapToDouble(Slice::inFlight)
                        .max()
                        .orElse(0)));
        report.server().series().stream()
                .filter(series -> series.part().isEmpty())
                .forEach(series -> parts.add(said(series)));
        return String.join("; ", parts) + ".";
    }

    private static String said(ServerSeries series) {
        return series.meaning().title() + ": mean " + Quantity.number(series.mean()) + ", most "
                + Quantity.number(series.max()) + " " + series.meaning().unit();
    }

    private double height() {
        return TOP + MAIN + panels.size() * (GAP + PANEL) + BOTTOM;
    }

    /** Draws the chart; the id tells several charts of one document apart. */
    Markup draw(String id) {
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
        legend(svg);
        new LatencyOverTime(timeline, palette, axis, TOP, MAIN).draw(svg);
        double y = TOP + MAIN + GAP;
        for (TimelinePanel panel : panels) {
            panel.draw(svg, palette, axis, y, PANEL);
            y += PANEL + GAP;
        }
        times(svg);
        return svg.close();
    }

    private void legend(Markup svg) {
        String metric = timeline.metric().jsonName();
        String each = timeline.oneOf() == 1 ? "of each request" : "of one request in " + timeline.oneOf();
        String lines = width >= WIDE ? "; lines: p50 and p90 of a sixtieth of the run" : "";
        text(svg, LEFT, 16, metric + " " + each + lines, "start", palette.ink());
    }

    /** What is not measured lies behind a shade; a phase too short for its name goes without. */
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

    private String nameOf(Span gap) {
        if (gap.to() <= axis.windows().get(0).from()) {
            return "warm-up";
        }
        boolean isLast = gap.to() == timeline.to();
        if (!isLast) {
            return "between";
        }
        return report.plan().phases().cooldown().isZero() ? "drain" : "cooldown";
    }

    private void name(Markup svg, Span span, String name) {
        double from = axis.x(span.from());
        double to = axis.x(span.to());
        if (to - from >= LETTER * name.length()) {
            text(svg, (from + to) / 2, TOP - 8, name, "middle", palette.muted());
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
