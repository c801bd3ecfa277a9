package io.github.llmperf.build.matrix;

import io.github.llmperf.report.matrix.Figure;
import io.github.llmperf.report.matrix.Matrix;
import io.github.llmperf.report.matrix.MatrixRow;
import io.github.llmperf.report.matrix.MatrixRow.Value;
import io.github.llmperf.report.svg.LinearScale;
import io.github.llmperf.report.svg.Markup;
import io.github.llmperf.report.svg.Palette;
import io.github.llmperf.report.svg.SvgParts;
import io.github.llmperf.report.text.NameBreaks;
import io.github.llmperf.wording.Numbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * One figure over an axis of numbers, a line for each combination of the other axes. Numbers of a study are hollow dots of
 * the same line's colour.
 */
final class MatrixLines {

    private static final int FEWEST_VALUES = 3;
    private static final int MOST_LINES = 9;
    private static final double HEIGHT = 300;
    private static final double LEFT = 58;
    private static final double TOP = 34;
    private static final double BOTTOM = 40;
    private static final double LETTER = 6.6;
    private static final double BOLD_LETTER = 8.4;
    private static final double NAME_GAP = 14;
    private static final double SAMPLE = 22;
    private static final double DOT = 4;
    private static final List<String> DASHES = List.of("none", "7 4", "2 4");

    private final Matrix matrix;
    private final Figure figure;
    private final String axis;
    private final List<String> others;
    private final Palette palette;
    private final double width;
    private final double right;
    private final boolean namesAbove;
    private final double top;
    private final double height;
    private final Map<String, List<MatrixRow>> lines;
    private final LinearScale xScale;
    private final LinearScale yScale;

    private MatrixLines(Matrix matrix, Figure figure, String axis, Palette palette, double width) {
        this.matrix = matrix;
        this.figure = figure;
        this.axis = axis;
        this.palette = palette;
        this.width = width;
        this.others =
                matrix.axes().stream().filter(other -> !other.equals(axis)).toList();
        this.lines = lines();
        int letters = lines.keySet().stream().mapToInt(String::length).max().orElse(0);
        double room = 16 + letters * BOLD_LETTER;
        this.namesAbove = room > width / 3;
        this.right = namesAbove ? 16 : room;
        this.top = namesAbove ? TOP + legend().size() * NAME_GAP : TOP;
        this.height = HEIGHT + top - TOP;
        List<MatrixRow> drawn = lines.values().stream().flatMap(List::stream).toList();
        this.xScale = LinearScale.over(
                matrix.values(axis).stream().mapToDouble(Double::parseDouble).toArray());
        this.yScale = LinearScale.fromZero(drawn.stream()
                .mapToDouble(row -> Math.max(
                        row.value(figure).measured().orElse(0),
                        row.value(figure).published().orElse(0)))
                .max()
                .orElse(1));
    }

    /** The lines of a figure; empty where no axis has enough numbers, or too many lines would cross. */
    static Optional<MatrixLines> of(Matrix matrix, Figure figure, Palette palette, double width) {
        return matrix.axes().stream()
                .filter(axis -> matrix.values(axis).stream().allMatch(MatrixLines::isNumber))
                .filter(axis -> matrix.values(axis).size() >= FEWEST_VALUES)
                .max(Comparator.comparingInt(axis -> matrix.values(axis).size()))
                .map(axis -> new MatrixLines(matrix, figure, axis, palette, width))
                .filter(chart -> !chart.lines.isEmpty() && chart.lines.size() <= MOST_LINES)
                .filter(chart -> chart.lines.values().stream().anyMatch(line -> line.size() >= FEWEST_VALUES));
    }

    private static boolean isNumber(String text) {
        return text.matches("[0-9]{1,9}(\\.[0-9]{1,9})?");
    }

    private Map<String, List<MatrixRow>> lines() {
        Map<String, List<MatrixRow>> byName = new LinkedHashMap<>();
        for (MatrixRow row : matrix.rows()) {
            if (row.isDrawn(figure)) {
                byName.computeIfAbsent(name(row), any -> new ArrayList<>()).add(row);
            }
        }
        byName.values().forEach(line -> line.sort(Comparator.comparingDouble(this::position)));
        return byName;
    }

    private String name(MatrixRow row) {
        return others.stream()
                .map(other -> other + "=" + row.axes().getOrDefault(other, ""))
                .collect(Collectors.joining(", "));
    }

    private double position(MatrixRow row) {
        return Double.parseDouble(row.axes().getOrDefault(axis, "0"));
    }

    private String description() {
        return lines.entrySet().stream()
                .map(line -> (line.getKey().isEmpty() ? "" : line.getKey() + ": ")
                        + line.getValue().stream()
                                .map(row -> row.axes().get(axis) + " → "
                                        + Numbers.number(
                                                row.value(figure).measured().orElse(Double.NaN)))
                                .collect(Collectors.joining(", ")))
                .collect(Collectors.joining("; ", figure + " against " + axis + ": ", "."));
    }

    /** Draws the chart; the id tells several charts of one page apart. */
    Markup draw(String id) {
        Markup svg = SvgParts.open(id, figure + " in " + figure.unit(), description(), palette, width, height);
        SvgParts.name(svg, palette, 0, 16, figure + ", " + figure.unit(), "start", palette.ink());
        grid(svg);
        int number = 0;
        for (List<MatrixRow> line : lines.values()) {
            draw(svg, line, number++);
        }
        if (namesAbove) {
            legend(svg);
        } else {
            names(svg);
        }
        return svg.close();
    }

    private void grid(Markup svg) {
        for (double tick : yScale.ticks()) {
            SvgParts.line(svg, "M" + at(LEFT) + " " + at(y(tick)) + "H" + at(width - right), palette.grid(), 1);
            SvgParts.label(svg, palette, LEFT - 8, y(tick) + 4, Numbers.number(tick), "end", palette.muted());
        }
        double free = Double.NEGATIVE_INFINITY;
        for (String value : matrix.values(axis)) {
            double x = x(Double.parseDouble(value));
            if (x - value.length() * LETTER / 2 >= free) {
                SvgParts.label(svg, palette, x, height - BOTTOM + 17, value, "middle", palette.muted());
                free = x + value.length() * LETTER / 2 + 6;
            }
        }
        SvgParts.label(svg, palette, (LEFT + width - right) / 2, height - 6, axis, "middle", palette.muted());
    }

    private void draw(Markup svg, List<MatrixRow> line, int number) {
        String colour = colour(number);
        StringBuilder path = new StringBuilder();
        double[] left = leftOut(name(line.get(0)));
        double before = Double.NaN;
        for (MatrixRow row : line) {
            double begin = before;
            before = position(row);
            boolean gap = Arrays.stream(left).anyMatch(x -> x > begin && x < position(row));
            path.append(path.isEmpty() || gap ? "M" : "L")
                    .append(at(x(position(row))))
                    .append(' ')
                    .append(at(y(row.value(figure).measured().orElse(0))));
        }
        svg.empty(
                "path",
                "d",
                path.toString(),
                "stroke-dasharray",
                dashes(number),
                "style",
                "fill:none;stroke:" + colour + ";stroke-width:2.25;stroke-linejoin:round");
        if (MatrixColumns.fit(matrix)) {
            if ((width - LEFT - right) / line.size() > 2 * DOT) { // dots that touch hide the line
                dots(svg, line, Value::measured, "stroke:" + colour, 2 * DOT);
            }
            dots(svg, line, Value::published, "stroke:" + colour, 2 * DOT);
            dots(svg, line, Value::published, "stroke:" + palette.surface(), DOT);
            return;
        }
        for (MatrixRow row : line) {
            dot(svg, row, row.value(figure).measured().orElse(0), "fill:" + colour);
            row.value(figure)
                    .published()
                    .ifPresent(value -> dot(
                            svg, row, value, "fill:" + palette.surface() + ";stroke:" + colour + ";stroke-width:2"));
        }
    }

    /** Where a line has a run that is not drawn: it must not seem to go through. */
    private double[] leftOut(String line) {
        return matrix.rows().stream()
                .filter(row -> !row.isDrawn(figure) && name(row).equals(line))
                .mapToDouble(this::position)
                .toArray();
    }

    private void dot(Markup svg, MatrixRow row, double value, String style) {
        svg.empty("circle", "cx", at(x(position(row))), "cy", at(y(value)), "r", at(DOT), "style", style);
    }

    /** Many dots are lines without a length: one path, where circles would be most of the page. */
    private void dots(
            Markup svg, List<MatrixRow> line, Function<Value, OptionalDouble> kind, String stroke, double size) {
        StringBuilder path = new StringBuilder();
        for (MatrixRow row : line) {
            kind.apply(row.value(figure)).ifPresent(value -> path.append('M')
                    .append(at(x(position(row))))
                    .append(' ')
                    .append(at(y(value)))
                    .append("h0"));
        }
        if (!path.isEmpty()) {
            svg.empty(
                    "path",
                    "d",
                    path.toString(),
                    "style",
                    "fill:none;stroke-linecap:round;" + stroke + ";stroke-width:" + at(size));
        }
    }

    /** Behind the end of each line its name, moved down where another one stands already. */
    private void names(Markup svg) {
        List<Map.Entry<String, List<MatrixRow>>> downwards = lines.entrySet().stream()
                .sorted(Comparator.comparingDouble(line -> y(last(line.getValue()))))
                .toList();
        List<String> order = new ArrayList<>(lines.keySet());
        double free = Double.NEGATIVE_INFINITY;
        for (Map.Entry<String, List<MatrixRow>> line : downwards) {
            double y = Math.max(y(last(line.getValue())) + 4, free);
            free = y + NAME_GAP;
            String colour = colour(order.indexOf(line.getKey()));
            SvgParts.name(svg, palette, width - right + 8, y, line.getKey(), "start", colour);
        }
    }

    /** Names that are too long to stand behind their lines, each in as many lines of text as it takes. */
    private List<Map.Entry<Integer, String>> legend() {
        int fits = (int) ((width - SAMPLE - 8) / BOLD_LETTER);
        List<Map.Entry<Integer, String>> all = new ArrayList<>();
        int number = 0;
        for (String name : lines.keySet()) {
            for (String part : NameBreaks.fitted(name, fits)) {
                all.add(Map.entry(number, part));
            }
            number++;
        }
        return all;
    }

    private void legend(Markup svg) {
        double y = TOP;
        int named = -1;
        for (Map.Entry<Integer, String> text : legend()) {
            int number = text.getKey();
            if (number != named) {
                named = number;
                svg.empty(
                        "path",
                        "d",
                        "M0 " + at(y - 4) + "h" + at(SAMPLE - 6),
                        "stroke-dasharray",
                        dashes(number),
                        "style",
                        "fill:none;stroke:" + colour(number) + ";stroke-width:2.25");
            }
            SvgParts.name(svg, palette, SAMPLE, y, text.getValue(), "start", colour(number));
            y += NAME_GAP;
        }
    }

    private static String dashes(int number) {
        return DASHES.get(number / 3 % DASHES.size());
    }

    private double last(List<MatrixRow> line) {
        return line.get(line.size() - 1).value(figure).measured().orElse(0);
    }

    private String colour(int number) {
        return List.of(palette.e2e(), palette.ttft(), palette.tpot()).get(number % 3);
    }

    private double x(double value) {
        return LEFT + 8 + (width - LEFT - right - 16) * xScale.position(value);
    }

    private double y(double value) {
        return height - BOTTOM - (height - top - BOTTOM) * yScale.position(value);
    }

    private static String at(double coordinate) {
        return SvgParts.at(coordinate);
    }
}
