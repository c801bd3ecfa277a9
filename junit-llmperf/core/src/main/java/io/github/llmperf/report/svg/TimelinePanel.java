package io.github.llmperf.report.svg;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * A small chart of lines from zero on, and of a band behind them.
 *
 * @param title what its lines tell
 * @param unit behind the largest value; empty where the title names it
 * @param most largest value that the axis must hold; of percentages 100
 * @param lines one or more
 * @param bands what lies behind them
 */
record TimelinePanel(String title, String unit, double most, List<Line> lines, List<Band> bands) implements Panel {

    private static final double HEIGHT = 56;
    private static final double ROOM_FOR_A_NAME = 13;

    /** Points nearer to each other than this are not told apart. */
    private static final double NEAREST = 1.5;

    TimelinePanel(String title, String unit, double most, List<Line> lines) {
        this(title, unit, most, lines, List.of());
    }

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

    /**
     * What lies between two lines.
     *
     * @param colour that it is filled with, thinly
     * @param at moments of both edges
     * @param low the lower edge
     * @param high the upper edge
     */
    record Band(String colour, List<Long> at, List<Double> low, List<Double> high) {}

    @Override
    public double height() {
        return HEIGHT;
    }

    @Override
    public void draw(Markup svg, Palette palette, TimeAxis axis, double y) {
        ValueAxis values = new ValueAxis(most, y, HEIGHT);
        SvgParts.label(svg, palette, axis.left(), y - 6, title, "start", palette.ink());
        values.draw(svg, palette, axis, unit.equals("%") ? " %" : "");
        bands.forEach(band -> svg.empty(
                "path",
                "class",
                "band",
                "d",
                area(band, axis, values),
                "style",
                "fill:" + band.colour() + ";fill-opacity:.3;stroke:none"));
        lines.forEach(
                line -> SvgParts.line(svg, path(line.at(), line.values(), axis, values), line.colour(), line.width()));
        names(svg, palette, axis, values);
    }

    /** Names stand at the ends of their lines, pushed apart where two would meet, and up where one would leave the panel. */
    private void names(Markup svg, Palette palette, TimeAxis axis, ValueAxis values) {
        List<Line> downwards = lines.stream()
                .filter(line -> !line.name().isEmpty())
                .sorted(Comparator.comparingDouble(line -> -last(line)))
                .toList();
        double[] places = new double[downwards.size()];
        double free = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < places.length; i++) {
            places[i] = Math.max(values.y(last(downwards.get(i))) + 4, free);
            free = places[i] + ROOM_FOR_A_NAME;
        }
        double lowest = values.y(0) + 4;
        for (int i = places.length - 1; i >= 0; i--) {
            places[i] = Math.min(places[i], lowest);
            lowest = places[i] - ROOM_FOR_A_NAME;
        }
        for (int i = 0; i < places.length; i++) {
            Line line = downwards.get(i);
            SvgParts.label(svg, palette, axis.right() + 5, places[i], line.name(), "start", line.colour());
        }
    }

    private static double last(Line line) {
        return line.values().get(line.values().size() - 1);
    }

    private static String area(Band band, TimeAxis axis, ValueAxis values) {
        List<String> edge = points(band.at(), band.high(), axis, values);
        List<String> back = new ArrayList<>(points(band.at(), band.low(), axis, values));
        Collections.reverse(back);
        return "M" + String.join("L", edge) + "L" + String.join("L", back) + "Z";
    }

    private static String path(List<Long> at, List<Double> line, TimeAxis axis, ValueAxis values) {
        List<String> points = points(at, line, axis, values);
        // A single reading is drawn as a short stroke.
        return "M" + String.join("L", points) + (points.size() == 1 ? "h2" : "");
    }

    private static List<String> points(List<Long> at, List<Double> line, TimeAxis axis, ValueAxis values) {
        int last = at.size() - 1;
        int most = (int) Math.max(2, (axis.right() - axis.left()) / NEAREST);
        int oneOf = 1 + last / most;
        List<String> points = new ArrayList<>();
        for (int i = 0; i <= last; i++) {
            if (i % oneOf == 0 || i == last) {
                points.add(SvgParts.at(axis.x(at.get(i))) + " " + SvgParts.at(values.y(line.get(i))));
            }
        }
        return points;
    }
}
