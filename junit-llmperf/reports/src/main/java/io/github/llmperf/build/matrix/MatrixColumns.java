package io.github.llmperf.build.matrix;

import io.github.llmperf.report.matrix.Figure;
import io.github.llmperf.report.matrix.Matrix;
import io.github.llmperf.report.matrix.MatrixRow;
import io.github.llmperf.report.svg.LinearScale;
import io.github.llmperf.report.svg.Markup;
import io.github.llmperf.report.svg.Palette;
import io.github.llmperf.report.svg.SvgParts;
import io.github.llmperf.wording.Numbers;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * One figure over more cells than anybody reads bar by bar: a thin column for each, in the order of the table, all of them
 * one path, with a study's own numbers as dots. The highest and the lowest are told in words.
 */
final class MatrixColumns {

    /** With more cells than these a page of bars is as long as a book. */
    static final int MOST_BARS = 60;

    private static final double HEIGHT = 240;
    private static final double LEFT = 58;
    private static final double RIGHT = 8;
    private static final double TOP = 34;
    private static final double BOTTOM = 40;
    private static final double LETTER = 6.6;
    private static final double COLUMN = .75;
    private static final double WIDEST = 12;
    private static final double DOT = 5;

    private final Matrix matrix;
    private final Figure figure;
    private final List<MatrixRow> rows;
    private final Palette palette;
    private final double width;
    private final double step;
    private final LinearScale scale;

    MatrixColumns(Matrix matrix, Figure figure, Palette palette, double width) {
        this.matrix = matrix;
        this.figure = figure;
        this.rows = matrix.rows().stream().filter(row -> row.isDrawn(figure)).toList();
        this.palette = palette;
        this.width = width;
        this.step = (width - LEFT - RIGHT) / Math.max(1, rows.size());
        this.scale = LinearScale.fromZero(rows.stream()
                .mapToDouble(row -> Math.max(measured(row), published(row)))
                .max()
                .orElse(1));
    }

    /** Whether there are so many cells that columns tell them better than bars. */
    static boolean fit(Matrix matrix) {
        return matrix.rows().size() > MOST_BARS;
    }

    /** Draws the chart; the id tells several charts of one page apart. */
    Markup draw(String id) {
        String description = rows.size() + " cells in the order of the table. " + extremes();
        Markup svg = SvgParts.open(id, figure + " in " + figure.unit(), description, palette, width, HEIGHT);
        SvgParts.name(svg, palette, 0, 16, figure + ", " + figure.unit(), "start", palette.ink());
        for (double tick : scale.ticks()) {
            SvgParts.line(svg, "M" + at(LEFT) + " " + at(y(tick)) + "H" + at(width - RIGHT), palette.grid(), 1);
            SvgParts.label(svg, palette, LEFT - 8, y(tick) + 4, Numbers.number(tick), "end", palette.muted());
        }
        path(svg, this::measured, "V" + at(y(0)), palette.e2e(), Math.min(WIDEST, step * COLUMN), "butt");
        if (rows.stream().anyMatch(row -> published(row) > 0)) {
            path(svg, this::published, "h0", palette.ttft(), DOT, "round");
            SvgParts.label(svg, palette, width - 4, 16, "● published", "end", palette.ttft());
        }
        groups(svg);
        return svg.close();
    }

    private void path(
            Markup svg, ToDoubleFunction<MatrixRow> value, String mark, String colour, double thickness, String ends) {
        StringBuilder path = new StringBuilder();
        for (int i = 0; i < rows.size(); i++) {
            double each = value.applyAsDouble(rows.get(i));
            if (each > 0) {
                path.append('M')
                        .append(at(x(i)))
                        .append(' ')
                        .append(at(y(each)))
                        .append(mark);
            }
        }
        svg.empty(
                "path",
                "d",
                path.toString(),
                "style",
                "fill:none;stroke:" + colour + ";stroke-width:" + at(Math.max(.4, thickness)) + ";stroke-linecap:"
                        + ends);
    }

    /** Where the first axis takes another value, which it does least often; its names stand as far as there is room. */
    private void groups(Markup svg) {
        String axis = matrix.axes().isEmpty() ? "" : matrix.axes().get(0);
        double free = Double.NEGATIVE_INFINITY;
        int begin = 0;
        for (int i = 1; i <= rows.size(); i++) {
            if (i == rows.size() || !value(axis, i).equals(value(axis, begin))) {
                double middle = (x(begin) + x(i - 1)) / 2;
                double half = value(axis, begin).length() * LETTER / 2;
                if (middle - half >= Math.max(free, 0) && middle + half <= width) {
                    SvgParts.label(
                            svg, palette, middle, HEIGHT - BOTTOM + 17, value(axis, begin), "middle", palette.muted());
                    free = middle + half + 6;
                }
                begin = i;
            }
        }
        SvgParts.label(svg, palette, (LEFT + width) / 2, HEIGHT - 6, axis, "middle", palette.muted());
    }

    /** Returns which cells have the most and the least, in a sentence. */
    String extremes() {
        List<MatrixRow> known = rows.stream()
                .filter(row -> row.value(figure).measured().isPresent())
                .toList();
        Comparator<MatrixRow> byValue = Comparator.comparingDouble(this::measured);
        return known.stream()
                .max(byValue)
                .map(most -> "Highest: " + said(most) + "; lowest: "
                        + said(known.stream().min(byValue).orElse(most)) + ".")
                .orElse("");
    }

    private String said(MatrixRow row) {
        return (Numbers.number(measured(row)) + " " + figure.unit()).strip() + " at " + row.label();
    }

    private String value(String axis, int row) {
        return rows.get(row).axes().getOrDefault(axis, "");
    }

    private double measured(MatrixRow row) {
        return row.value(figure).measured().orElse(0);
    }

    private double published(MatrixRow row) {
        return row.value(figure).published().orElse(0);
    }

    private double x(int row) {
        return LEFT + step * (row + .5);
    }

    private double y(double value) {
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * scale.position(value);
    }

    private static String at(double coordinate) {
        return SvgParts.at(coordinate);
    }
}
