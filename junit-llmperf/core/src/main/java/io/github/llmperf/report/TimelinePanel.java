package io.github.llmperf.report;

import io.github.llmperf.metric.Quantity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A small chart below others on the same time axis: lines from zero on.
 *
 * @param title what its lines tell
 * @param unit behind the largest value
 * @param most largest value that the axis must hold; of percentages 100
 * @param lines one or more
 */
record TimelinePanel(String title, String unit, double most, List<Line> lines) {

    private static final int MOST_POINTS = 600;
    private static final double ROOM_FOR_A_NAME = 13;
    private static final double[] STEPS = {1, 2, 4, 5, 10};

    /**
     * A line.
     *
     * @param name at its right end; empty for none
     * @param colour of line and name
     * @param width of the line
     * @param at its moments
     * @param values in the same order
     */
    record Line(String name, String colour, double width, List<Long> at, List<Double> values) {}

    /** The axis ends at a round value. */
    double top() {
        double largest = Math.max(most, 1e-3);
        double decade = Math.pow(10, Math.floor(Math.log10(largest)));
        for (double step : STEPS) {
            if (step * decade >= largest * .9999) {
                return step * decade;
            }
        }
        return 10 * decade;
    }

    void draw(Markup svg, Palette palette, TimeAxis axis, double y, double height) {
        double base = y + height;
        SvgParts.label(svg, palette, axis.left(), y - 6, title, "start", palette.ink());
        for (double level : new double[] {0, top()}) {
            double at = base - height * level / top();
            SvgParts.line(
                    svg,
                    "M" + SvgParts.at(axis.left()) + " " + SvgParts.at(at) + "H" + SvgParts.at(axis.right()),
                    palette.grid(),
                    1);
            SvgParts.label(
                    svg,
                    palette,
                    axis.left() - 8,
                    at + 4,
                    Quantity.number(level) + unit(level),
                    "end",
                    palette.muted());
        }
        lines.forEach(line -> SvgParts.line(svg, path(line, axis, base, height), line.colour(), line.width()));
        names(svg, palette, axis, base, height);
    }

    private String unit(double level) {
        return level > 0 && unit.equals("%") ? " %" : "";
    }

    /** Names stand at the ends of their lines, pushed down where two would meet. */
    private void names(Markup svg, Palette palette, TimeAxis axis, double base, double height) {
        double free = Double.NEGATIVE_INFINITY;
        List<Line> downwards = lines.stream()
                .filter(line -> !line.name().isEmpty())
                .sorted(Comparator.comparingDouble(line -> -last(line)))
                .toList();
        for (Line line : downwards) {
            double y = Math.max(y(last(line), base, height) + 4, free);
            free = y + ROOM_FOR_A_NAME;
            SvgParts.label(svg, palette, axis.right() + 5, y, line.name(), "start", line.colour());
        }
    }

    private static double last(Line line) {
        return line.values().get(line.values().size() - 1);
    }

    private double y(double value, double base, double height) {
        return base - height * Math.max(0, Math.min(1, value / top()));
    }

    private String path(Line line, TimeAxis axis, double base, double height) {
        int last = line.at().size() - 1;
        int oneOf = 1 + last / MOST_POINTS;
        List<String> points = new ArrayList<>();
        for (int i = 0; i <= last; i++) {
            if (i % oneOf == 0 || i == last) {
                points.add(SvgParts.at(axis.x(line.at().get(i))) + " "
                        + SvgParts.at(y(line.values().get(i), base, height)));
            }
        }
        // A single reading is drawn as a short stroke.
        return "M" + String.join("L", points) + (points.size() == 1 ? "h2" : "");
    }
}
