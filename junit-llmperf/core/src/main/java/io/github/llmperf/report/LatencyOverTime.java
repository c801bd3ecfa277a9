package io.github.llmperf.report;

import io.github.llmperf.measure.Timeline;
import io.github.llmperf.measure.Timeline.Dot;
import io.github.llmperf.measure.Timeline.Slice;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.DoubleStream;

/**
 * The requests of a timeline: a dot for each, and lines through their median and 90th percentile.
 *
 * @param timeline the requests
 * @param palette colours
 * @param axis the time
 * @param top where it begins, from above
 * @param height how high it is
 */
record LatencyOverTime(Timeline timeline, Palette palette, TimeAxis axis, double top, double height) {

    private static final double SMALLEST_MS = .01;
    private static final double ROOM_FOR_A_NAME = 13;

    /** Slices further apart have nothing to do with each other. */
    private static final int MOST_APART = 4;

    void draw(Markup svg) {
        if (timeline.dots().isEmpty()) {
            double middle = (axis.left() + axis.right()) / 2;
            text(svg, middle, top + height / 2, "No request succeeded", "middle", palette.muted());
        } else {
            requests(svg, scale());
        }
    }

    private LogScale scale() {
        DoubleStream values = DoubleStream.concat(
                timeline.dots().stream().mapToDouble(Dot::ms),
                timeline.slices().stream().flatMapToDouble(slice -> slice.p90().stream()));
        var range = values.map(ms -> Math.max(ms, SMALLEST_MS)).summaryStatistics();
        return LogScale.around(range.getMin(), range.getMax());
    }

    private void requests(Markup svg, LogScale latency) {
        for (double tick : latency.ticks()) {
            double y = y(latency, tick);
            SvgParts.line(
                    svg,
                    "M" + SvgParts.at(axis.left()) + " " + SvgParts.at(y) + "H" + SvgParts.at(axis.right()),
                    palette.grid(),
                    1);
            text(svg, axis.left() - 8, y + 4, Figures.latency(tick), "end", palette.muted());
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
        OptionalDouble p90 = percentile(svg, latency, Slice::p90, 1.25);
        OptionalDouble p50 = percentile(svg, latency, Slice::p50, 2.25);
        p90.ifPresent(y -> text(svg, axis.right() + 5, y + 4, "p90", "start", palette.ink()));
        double free = p90.isPresent() ? p90.getAsDouble() + ROOM_FOR_A_NAME : Double.NEGATIVE_INFINITY;
        p50.ifPresent(y -> text(svg, axis.right() + 5, Math.max(y, free) + 4, "p50", "start", palette.ink()));
        failures(svg);
    }

    /** Draws the line where slices have one, in pieces where several in a row have none; returns where it ends. */
    private OptionalDouble percentile(
            Markup svg, LogScale latency, Function<Slice, OptionalDouble> which, double thickness) {
        StringBuilder path = new StringBuilder();
        OptionalDouble end = OptionalDouble.empty();
        int last = Integer.MIN_VALUE / 2;
        for (int i = 0; i < timeline.slices().size(); i++) {
            Slice slice = timeline.slices().get(i);
            OptionalDouble value = which.apply(slice);
            if (value.isPresent()) {
                double y = y(latency, value.getAsDouble());
                path.append(i - last > MOST_APART ? "M" : "L")
                        .append(SvgParts.at(axis.x(slice.middle())))
                        .append(' ')
                        .append(SvgParts.at(y));
                end = OptionalDouble.of(y);
                last = i;
            }
        }
        if (end.isPresent() && path.indexOf("L") > 0) {
            SvgParts.line(svg, path.toString(), palette.ink(), thickness);
            return end;
        }
        return OptionalDouble.empty();
    }

    /** Failed requests have no latency to be drawn at. */
    private void failures(Markup svg) {
        List<Slice> failing =
                timeline.slices().stream().filter(slice -> slice.failed() > 0).toList();
        for (Slice slice : failing) {
            text(svg, axis.x(slice.middle()), top + 12, "×", "middle", palette.ink());
        }
        if (!failing.isEmpty()) {
            text(svg, axis.right() + 5, top + 12, "× failed", "start", palette.ink());
        }
    }

    private double y(LogScale latency, double ms) {
        return top + height - height * latency.position(ms);
    }

    private void text(Markup svg, double x, double y, String text, String anchor, String colour) {
        SvgParts.label(svg, palette, x, y, text, anchor, colour);
    }
}
