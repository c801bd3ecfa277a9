package io.github.llmperf.report.svg;

import io.github.llmperf.measure.ValueCounts;
import io.github.llmperf.measure.ValuesOverTime;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.DoubleUnaryOperator;

/**
 * Lines through percentiles of the slices of a run, each with its name at its end.
 *
 * @param palette colours
 * @param y where a position on the axis of values lies in the picture
 */
record PercentileLines(ValuesOverTime values, Palette palette, TimeAxis axis, DoubleUnaryOperator y) {

    private static final List<Line> LINES =
            List.of(new Line("p99", 99, 100, 1), new Line("p90", 90, 10, 1.5), new Line("p50", 50, 3, 2.5));
    private static final double ROOM_FOR_A_NAME = 13;
    private static final double RIM = 2;

    /** Slices further apart have nothing to do with each other. */
    private static final int MOST_APART = 4;

    /** A percentile, how many samples a slice needs for it, and how thick it is drawn. */
    private record Line(String name, double percentile, int fewest, double width) {}

    /** Draws the lines that there are samples for; returns their names, the lowest percentile first. */
    List<String> draw(Markup svg, LogScale scale) {
        List<String> drawn = new ArrayList<>();
        double free = Double.NEGATIVE_INFINITY;
        for (Line line : LINES) {
            Drawn path = path(line, scale);
            if (path.d().contains("L")) {
                SvgParts.line(svg, path.d(), palette.surface(), line.width() + RIM);
                SvgParts.line(svg, path.d(), palette.ink(), line.width());
                double at = Math.max(path.end(), free);
                free = at + ROOM_FOR_A_NAME;
                SvgParts.label(svg, palette, axis.right() + 5, at + 4, line.name(), "start", palette.ink());
                drawn.add(0, line.name());
            }
        }
        return drawn;
    }

    /** A path and where it ends from above. */
    private record Drawn(String d, double end) {}

    /** The line is in pieces where several slices in a row have too few samples. */
    private Drawn path(Line line, LogScale scale) {
        StringBuilder path = new StringBuilder();
        double end = 0;
        int last = Integer.MIN_VALUE / 2;
        int slices = values.slices().size();
        for (int i = 0; i < slices; i++) {
            OptionalDouble value = value(values.slices().get(i), line);
            if (value.isPresent()) {
                end = y.applyAsDouble(scale.position(value.getAsDouble()));
                double x = axis.left() + (axis.right() - axis.left()) * (i + .5) / slices;
                path.append(i - last > MOST_APART ? "M" : "L")
                        .append(SvgParts.at(x))
                        .append(' ')
                        .append(SvgParts.at(end));
                last = i;
            }
        }
        return new Drawn(path.toString(), end);
    }

    private static OptionalDouble value(ValueCounts samples, Line line) {
        return samples.n() < line.fewest()
                ? OptionalDouble.empty()
                : OptionalDouble.of(samples.percentile(line.percentile()));
    }
}
