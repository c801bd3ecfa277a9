package io.github.llmperf.report.svg;

import io.github.llmperf.measure.ValuesOverTime;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.wording.Figures;
import java.util.List;
import java.util.Optional;

/** Values over time: a dot for each of few, a heat map of many, and lines through their percentiles. */
final class ValuePlot {

    private static final double SMALLEST_MS = .01;

    /** How far below the median the axis goes: gaps of tokens in one packet would make it three decades longer. */
    private static final double LOWEST_OF_MEDIAN = .01;

    private static final double WIDE = 480;
    private static final int NARROW_COLUMNS = 60;

    private final ValuesOverTime values;
    private final Palette palette;
    private final TimeAxis axis;
    private final double top;
    private final double height;
    private final double titleAt;
    private final Optional<HeatMap> heatMap;

    /** Places the plot; its title stands at a line of its own above. */
    ValuePlot(ValuesOverTime values, Palette palette, TimeAxis axis, double titleAt, double top, double height) {
        this.titleAt = titleAt;
        this.values = values;
        this.palette = palette;
        this.axis = axis;
        this.top = top;
        this.height = height;
        heatMap = values.isDense()
                ? Optional.of(HeatMap.of(values, scale(values), isWide() ? ValuesOverTime.COLUMNS : NARROW_COLUMNS))
                : Optional.empty();
    }

    /** What it shows, in words. */
    String words() {
        if (values.n() == 0) {
            return "no request succeeded";
        }
        String what = values.metric() == Metric.ITL ? "gap" : "request";
        String words = values.metric().jsonName() + " of " + Figures.count(values.n(), what) + ", from "
                + Figures.latency(values.all().min()) + " to "
                + Figures.latency(values.all().max());
        return words
                + heatMap.map(cells -> ", half of them within "
                                + Figures.latency(values.all().percentile(50)) + ", as a heat map with " + cells.most()
                                + " in the fullest cell")
                        .orElse("");
    }

    double top() {
        return top;
    }

    double height() {
        return height;
    }

    void draw(Markup svg) {
        if (values.n() == 0) {
            double middle = (axis.left() + axis.right()) / 2;
            text(svg, middle, top + height / 2, "No request succeeded", "middle", palette.muted());
            return;
        }
        LogScale scale = scale(values);
        grid(svg, scale);
        PercentileLines lines = new PercentileLines(values, palette, axis, y -> top + height - height * y);
        heatMap.ifPresentOrElse(cells -> heat(svg, cells), () -> dots(svg, scale));
        List<String> drawn = lines.draw(svg, scale);
        text(svg, axis.left(), titleAt, title(drawn), "start", palette.ink());
    }

    private boolean isWide() {
        return axis.right() - axis.left() >= WIDE;
    }

    private String title(List<String> lines) {
        String name = values.metric().jsonName();
        String subject = values.metric() == Metric.ITL ? name + ", gaps between tokens" : name + " of requests";
        String drawn = lines.isEmpty() ? "" : "; lines: " + String.join(", ", lines) + " of a sixtieth of the run";
        return isWide() ? subject + drawn : name;
    }

    private String colour() {
        return palette.of(values.metric());
    }

    /** The axis holds all values but those far below the median, which are drawn at its end. */
    static LogScale scale(ValuesOverTime values) {
        double least = Math.max(values.all().min(), values.all().percentile(50) * LOWEST_OF_MEDIAN);
        return LogScale.around(
                Math.max(least, SMALLEST_MS), Math.max(values.all().max(), SMALLEST_MS));
    }

    private void grid(Markup svg, LogScale scale) {
        for (double tick : scale.ticks()) {
            double y = y(scale, tick);
            SvgParts.line(
                    svg,
                    "M" + SvgParts.at(axis.left()) + " " + SvgParts.at(y) + "H" + SvgParts.at(axis.right()),
                    palette.grid(),
                    1);
            text(svg, axis.left() - 8, y + 4, Figures.latency(tick), "end", palette.muted());
        }
    }

    private void heat(Markup svg, HeatMap cells) {
        new HeatKey(cells, palette, colour()).draw(svg, axis.right(), titleAt, isWide());
        double row = height / cells.rows();
        svg.open(
                "g",
                "class",
                "cells",
                "transform",
                "translate(" + SvgParts.at(axis.left()) + " " + Figures.number(top + row / 2, 3) + ") scale("
                        + Figures.number((axis.right() - axis.left()) / cells.columns(), 4) + " "
                        + Figures.number(row, 4) + ")",
                "shape-rendering",
                "crispEdges");
        for (int level = 1; level <= HeatMap.LEVELS; level++) {
            String path = cells.path(level);
            if (!path.isEmpty()) {
                svg.empty("path", "d", path, "style", Tint.style(colour(), level));
            }
        }
        svg.close();
    }

    private void dots(Markup svg, LogScale scale) {
        StringBuilder dots = new StringBuilder();
        values.dots().forEach(dot -> dots.append('M')
                .append(SvgParts.at(axis.x(dot.at())))
                .append(' ')
                .append(SvgParts.at(y(scale, dot.ms())))
                .append("h0"));
        svg.empty(
                "path",
                "class",
                "dots",
                "d",
                dots.toString(),
                "style",
                "fill:none;stroke:" + colour() + ";stroke-width:4;stroke-linecap:round;opacity:.55");
    }

    private double y(LogScale scale, double ms) {
        return top + height - height * scale.position(ms);
    }

    private void text(Markup svg, double x, double y, String text, String anchor, String colour) {
        SvgParts.label(svg, palette, x, y, text, anchor, colour);
    }
}
