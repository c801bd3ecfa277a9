package io.github.llmperf.report;

import io.github.llmperf.measure.Timeline;
import io.github.llmperf.measure.Timeline.Dot;
import io.github.llmperf.measure.Timeline.Slice;
import io.github.llmperf.measure.server.ServerSeries;
import io.github.llmperf.measure.server.ServerView.Span;
import io.github.llmperf.metric.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.DoubleStream;

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
    private static final double SMALLEST_MS = .01;

    private final Report report;
    private final Timeline timeline;
    private final Palette palette;
    private final double width;
    private final TimeAxis axis;
    private final List<TimelinePanel> panels;
    private final Optional<LogScale> scale;

    TimelineChart(Report report, Timeline timeline, Palette palette, double width) {
        this.report = report;
        this.timeline = timeline;
        this.palette = palette;
        this.width = width;
        axis = new TimeAxis(timeline.from(), timeline.to(), windows(report), LEFT, width - RIGHT);
        panels = new TimelinePanels(timeline, report.server(), palette).all();
        scale = timeline.dots().isEmpty() ? Optional.empty() : Optional.of(scale(timeline));
    }

    private static List<Span> windows(Report report) {
        return report.server().windows().isEmpty()
                ? List.of(new Span(
                        report.run().times().windowOpened(),
                        report.run().times().windowClosed()))
                : report.server().windows();
    }

    private static LogScale scale(Timeline timeline) {
        DoubleStream values = DoubleStream.concat(
                timeline.dots().stream().mapToDouble(Dot::ms),
                timeline.slices().stream().flatMapToDouble(slice -> slice.p90().stream()));
        var range = values.map(ms -> Math.max(ms, SMALLEST_MS)).summaryStatistics();
        return LogScale.around(range.getMin(), range.getMax());
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
        if (scale.isPresent()) {
            requests(svg, scale.get());
        } else {
            double middle = (axis.left() + axis.right()) / 2;
            text(svg, middle, TOP + MAIN / 2, "No request succeeded", "middle", palette.muted());
        }
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

    private void requests(Markup svg, LogScale latency) {
        for (double tick : latency.ticks()) {
            double y = y(latency, tick);
            SvgParts.line(
                    svg,
                    "M" + SvgParts.at(LEFT) + " " + SvgParts.at(y) + "H" + SvgParts.at(axis.right()),
                    palette.grid(),
                    1);
            text(svg, LEFT - 8, y + 4, Figures.latency(tick), "end", palette.muted());
        }
        String colour = palette.of(timeline.metric());
        StringBuilder dots = new StringBuilder();
        timeline.dots().forEach(dot -> dots.append('M')
                .append(SvgParts.at(axis.x(dot.at())))
                .append(' ')
                .append(SvgParts.at(y(latency, dot.ms())))
                .append("h0"));
        svg.empty(
                "path",
                "class",
                "dots",
                "d",
                dots.toString(),
                "style",
                "fill:none;stroke:" + colour + ";stroke-width:4;stroke-linecap:round;opacity:.45");
        percentile(svg, latency, Slice::p50, "p50", 2.25);
        percentile(svg, latency, Slice::p90, "p90", 1.25);
        failures(svg);
    }

    private void percentile(
            Markup svg, LogScale latency, Function<Slice, OptionalDouble> which, String name, double thickness) {
        StringBuilder path = new StringBuilder();
        double last = Double.NaN;
        for (Slice slice : timeline.slices()) {
            OptionalDouble value = which.apply(slice);
            if (value.isPresent()) {
                last = y(latency, value.getAsDouble());
                path.append(path.isEmpty() ? "M" : "L")
                        .append(SvgParts.at(axis.x(slice.middle())))
                        .append(' ')
                        .append(SvgParts.at(last));
            }
        }
        if (!path.isEmpty()) {
            SvgParts.line(svg, path.toString(), palette.ink(), thickness);
            text(svg, axis.right() + 5, last + 4, name, "start", palette.ink());
        }
    }

    /** Failed requests have no latency to be drawn at. */
    private void failures(Markup svg) {
        List<Slice> failing =
                timeline.slices().stream().filter(slice -> slice.failed() > 0).toList();
        for (Slice slice : failing) {
            text(svg, axis.x(slice.middle()), TOP + 12, "×", "middle", palette.ink());
        }
        if (!failing.isEmpty()) {
            text(svg, axis.right() + 5, TOP + 12, "× failed", "start", palette.ink());
        }
    }

    private void times(Markup svg) {
        double base = height() - BOTTOM;
        for (double tick : axis.ticks()) {
            text(svg, axis.xOf(tick), base + 18, TimeAxis.text(tick), "middle", palette.muted());
        }
        text(svg, (axis.left() + axis.right()) / 2, base + 36, axis.title(), "middle", palette.muted());
    }

    private static double y(LogScale latency, double ms) {
        return TOP + MAIN - MAIN * latency.position(ms);
    }

    private void text(Markup svg, double x, double y, String text, String anchor, String colour) {
        SvgParts.label(svg, palette, x, y, text, anchor, colour);
    }
}
