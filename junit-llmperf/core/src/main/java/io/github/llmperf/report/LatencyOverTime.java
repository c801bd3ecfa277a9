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
