package io.github.llmperf.build.matrix;

import io.github.llmperf.report.matrix.Figure;
import io.github.llmperf.report.matrix.Matrix;
import io.github.llmperf.report.matrix.MatrixRow;
import io.github.llmperf.report.svg.Markup;
import io.github.llmperf.report.svg.Palette;
import io.github.llmperf.report.svg.SvgParts;
import io.github.llmperf.wording.Numbers;
import java.util.ArrayList;
import java.util.List;

/** One figure over the runs of a matrix, a bar for each, with a study's own number as a diamond beside it. */
final class MatrixChart {

    private static final double BAR = 24;
    private static final double BAR_BELOW_LABEL = 38;
    private static final double TOP = 30;
    private static final double RIGHT = 76;
    private static final double LETTER = 7;
    private static final double WIDE = 480;

    private final Figure figure;
    private final List<MatrixRow> rows;
    private final Palette palette;
    private final double width;
    private final boolean isWide;
    private final double rowHeight;
    private final double left;
    private final double most;

    MatrixChart(Matrix matrix, Figure figure, Palette palette, double width) {
        this.figure = figure;
        this.rows = matrix.rows().stream().filter(row -> row.isDrawn(figure)).toList();
        this.palette = palette;
        this.width = width;
        int letters = rows.stream().mapToInt(row -> row.label().length()).max().orElse(0);
        double names = letters * LETTER + 12;
        // names that are too long to stand before their bars stand above them
        this.isWide = width >= WIDE && names <= width * .4;
        this.rowHeight = isWide ? BAR : BAR_BELOW_LABEL;
        this.left = isWide ? names : 0;
        this.most = rows.stream()
                .mapToDouble(row -> Math.max(
                        row.value(figure).measured().orElse(0),
                        row.value(figure).published().orElse(0)))
                .max()
                .orElse(0);
    }

    /** Whether there is nothing to compare. */
    boolean isEmpty() {
        return rows.size() < 2 || most <= 0;
    }

    private double height() {
        return TOP + rows.size() * rowHeight + 6;
    }

    private boolean isStudy() {
        return rows.stream().anyMatch(row -> row.value(figure).published().isPresent());
    }

    private String description() {
        List<String> parts = new ArrayList<>();
        for (MatrixRow row : rows) {
            MatrixRow.Value value = row.value(figure);
            parts.add(row.label() + ": " + number(value.measured().orElse(Double.NaN))
                    + (value.published().isPresent()
                            ? ", published " + number(value.published().getAsDouble())
                            : ""));
        }
        return String.join("; ", parts) + ".";
    }

    /** Draws the chart; the id tells several charts of one page apart. */
    Markup draw(String id) {
        Markup svg = SvgParts.open(id, figure + " in " + figure.unit(), description(), palette, width, height());
        SvgParts.name(svg, palette, 0, 16, figure + ", " + figure.unit(), "start", palette.ink());
        if (isStudy()) {
            SvgParts.label(svg, palette, width - 4, 16, "published", "end", palette.muted());
            SvgParts.diamond(svg, width - 74, 12, palette.ttft(), "none", 0);
        }
        for (int i = 0; i < rows.size(); i++) {
            bar(svg, rows.get(i), TOP + i * rowHeight);
        }
        return svg.close();
    }

    private void bar(Markup svg, MatrixRow row, double top) {
        MatrixRow.Value value = row.value(figure);
        double measured = value.measured().orElse(0);
        double bar = top + rowHeight - BAR;
        if (isWide) {
            label(svg, left - 8, bar + 15, shortened(row.label()), "end", palette.ink());
        } else {
            label(svg, 0, bar - 1, shortened(row.label()), "start", palette.ink());
        }
        svg.empty(
                "rect",
                "x",
                at(left),
                "y",
                at(bar + 4),
                "width",
                at(Math.max(1, x(measured) - left)),
                "height",
                at(BAR - 9),
                "rx",
                "2",
                "style",
                "fill:" + palette.e2e());
        double end = x(measured);
        if (value.published().isPresent()) {
            double published = x(value.published().getAsDouble());
            SvgParts.diamond(svg, published, bar + BAR / 2, palette.ttft(), palette.surface(), 1.5);
            end = Math.max(end, published + 6);
        }
        label(svg, end + 6, bar + 15, number(measured), "start", palette.muted());
    }

    private void label(Markup svg, double x, double y, String text, String anchor, String colour) {
        SvgParts.label(svg, palette, x, y, text, anchor, colour);
    }

    private String shortened(String label) {
        int fits = (int) ((isWide ? left - 12 : width) / LETTER);
        return label.length() <= fits ? label : "…" + label.substring(label.length() - Math.max(1, fits - 1));
    }

    private double x(double value) {
        return left + (width - left - RIGHT) * value / most;
    }

    private static String number(double value) {
        return Numbers.number(value);
    }

    private static String at(double coordinate) {
        return SvgParts.at(coordinate);
    }
}
