package io.github.llmperf.report;

import io.github.llmperf.metric.Limit;
import io.github.llmperf.metric.Measure;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * Latency against load: a line for each latency, full dots where the load was accepted and hollow ones where it was not,
 * limits as dashed lines, and the largest accepted load as an upright one. Both axes are logarithmic.
 */
final class CapacityChart {

    private static final double LEFT = 58;
    private static final double RIGHT = 84;
    private static final double TOP = 34;
    private static final double BOTTOM = 42;
    private static final double WIDE = 480;
    private static final double LABEL_GAP = 34;

    private final CapacityFigures figures;
    private final Palette palette;
    private final double width;
    private final double height;
    private final LogScale across;
    private final LogScale up;

    /** A measure at one amount of load. */
    private record Dot(CapacityRuns.Row row, double value) {}

    CapacityChart(CapacityFigures figures, Palette palette, double width, double height) {
        this.figures = figures;
        this.palette = palette;
        this.width = width;
        this.height = height;
        List<Double> amounts =
                figures.rows().stream().map(CapacityRuns.Row::amount).toList();
        across = scale(amounts);
        List<Double> values = new ArrayList<>();
        for (Measure measure : figures.latencies()) {
            dots(measure).forEach(dot -> values.add(dot.value));
            figures.on(measure).forEach(limit -> values.add(limit.value()));
        }
        up = scale(values);
    }

    private static LogScale scale(List<Double> values) {
        double least = values.stream().min(Comparator.naturalOrder()).orElse(1.);
        double most = values.stream().max(Comparator.naturalOrder()).orElse(10.);
        return LogScale.around(least, most);
    }

    private List<Dot> dots(Measure measure) {
        List<Dot> dots = new ArrayList<>();
        for (CapacityRuns.Row row : figures.rows()) {
            OptionalDouble value = row.measurement().limited(measure);
            if (value.isPresent() && Double.isFinite(value.getAsDouble()) && value.getAsDouble() > 0) {
                dots.add(new Dot(row, value.getAsDouble()));
            }
        }
        return dots;
    }

    /** What the picture shows, for those who cannot see it. */
    String description() {
        return figures.latencies().stream()
                .map(measure -> measure + " "
                        + dots(measure).stream()
                                .map(dot -> Figures.latency(dot.value) + " at "
                                        + figures.plan().text(dot.row.amount()))
                                .collect(Collectors.joining(", ")))
                .collect(Collectors.joining("; ", "", "."));
    }

    /** Draws the chart; the id tells several charts of one document apart. */
    Markup draw(String id) {
        Markup svg = new Markup();
        svg.open(
                "svg",
                "xmlns",
                "http://www.w3.org/2000/svg",
                "viewBox",
                "0 0 " + at(width) + " " + at(height),
                "width",
                "100%",
                "role",
                "img",
                "aria-labelledby",
                id + "-title " + id + "-desc",
                "font-family",
                "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
                "font-size",
                "12");
        svg.element("title", "Latency against load", "id", id + "-title");
        svg.element("desc", description(), "id", id + "-desc");
        svg.empty("rect", "width", at(width), "height", at(height), "style", "fill:" + palette.surface());
        if (width >= WIDE) {
            label(svg, LEFT, 16, "Latency against load", "start", palette.ink(), "600");
        }
        grid(svg);
        figures.outcome().carried().ifPresent(carried -> carried(svg, carried));
        figures.latencies().forEach(measure -> limits(svg, measure));
        figures.latencies().forEach(measure -> line(svg, measure));
        names(svg);
        return svg.close();
    }

    private void grid(Markup svg) {
        for (double tick : up.ticks()) {
            svg.empty("path", "d", "M" + at(LEFT) + " " + at(y(tick)) + "H" + at(width - RIGHT), "style", gridStyle());
            label(svg, LEFT - 8, y(tick) + 4, Figures.latency(tick), "end", palette.muted(), "400");
        }
        double base = height - BOTTOM;
        double free = 0;
        for (double tick : across.ticks()) {
            if (x(tick) >= free) {
                free = x(tick) + LABEL_GAP;
                svg.empty("path", "d", "M" + at(x(tick)) + " " + at(TOP) + "V" + at(base), "style", gridStyle());
                label(svg, x(tick), base + 18, figures.plan().number(tick), "middle", palette.muted(), "400");
            }
        }
        label(svg, (LEFT + width - RIGHT) / 2, height - 6, figures.heading(), "middle", palette.muted(), "400");
    }

    private void carried(Markup svg, double carried) {
        svg.empty(
                "path",
                "d",
                "M" + at(x(carried)) + " " + at(TOP) + "V" + at(height - BOTTOM),
                "style",
                style("none", palette.ink(), 1.25));
        label(svg, x(carried), TOP - 8, "carries " + figures.plan().text(carried), "middle", palette.ink(), "600");
    }

    private void limits(Markup svg, Measure measure) {
        for (Limit limit : figures.on(measure)) {
            double y = y(limit.value());
            svg.empty(
                    "path",
                    "d",
                    "M" + at(LEFT) + " " + at(y) + "H" + at(width - RIGHT),
                    "stroke-dasharray",
                    "5 4",
                    "style",
                    style("none", palette.of(measure.metric()), 1.5));
            label(
                    svg,
                    LEFT + 6,
                    y - 5,
                    measure + " limit " + Figures.latency(limit.value()),
                    "start",
                    palette.ink(),
                    "400");
        }
    }

    private void line(Markup svg, Measure measure) {
        List<Dot> dots = dots(measure);
        String path = dots.stream()
                .map(dot -> at(x(dot.row.amount())) + " " + at(y(dot.value)))
                .collect(Collectors.joining("L", "M", ""));
        String colour = palette.of(measure.metric());
        if (dots.size() > 1) {
            svg.empty("path", "d", path, "style", style("none", colour, 2.25));
        }
        for (Dot dot : dots) {
            boolean accepted = figures.isCarried(dot.row);
            svg.empty(
                    "circle",
                    "cx",
                    at(x(dot.row.amount())),
                    "cy",
                    at(y(dot.value)),
                    "r",
                    "4",
                    "style",
                    style(accepted ? colour : palette.surface(), colour, 2));
        }
    }

    private void names(Markup svg) {
        List<Measure> downwards = figures.latencies().stream()
                .filter(measure -> !dots(measure).isEmpty())
                .sorted(Comparator.comparingDouble(measure -> -last(measure)))
                .toList();
        double free = Double.NEGATIVE_INFINITY;
        for (Measure measure : downwards) {
            double y = Math.max(y(last(measure)) + 4, free);
            free = y + 14;
            label(svg, width - RIGHT + 6, y, measure.toString(), "start", palette.of(measure.metric()), "600");
        }
    }

    private double last(Measure measure) {
        List<Dot> dots = dots(measure);
        return dots.get(dots.size() - 1).value;
    }

    private double x(double amount) {
        return LEFT + (width - LEFT - RIGHT) * across.position(amount);
    }

    private double y(double value) {
        return height - BOTTOM - (height - TOP - BOTTOM) * up.position(value);
    }

    /** Text with a rim in the colour behind it, so that it stays readable where a line crosses it. */
    private void label(Markup svg, double x, double y, String text, String anchor, String colour, String weight) {
        svg.element(
                "text",
                text,
                "x",
                at(x),
                "y",
                at(y),
                "text-anchor",
                anchor,
                "font-weight",
                weight,
                "style",
                "fill:" + colour + ";paint-order:stroke;stroke:" + palette.surface()
                        + ";stroke-width:3px;stroke-linejoin:round");
    }

    private String gridStyle() {
        return style("none", palette.grid(), 1);
    }

    private static String style(String fill, String stroke, double strokeWidth) {
        return "fill:" + fill + ";stroke:" + stroke + ";stroke-width:" + at(strokeWidth) + ";stroke-linejoin:round";
    }

    private static String at(double coordinate) {
        String text = String.format(Locale.ROOT, "%.1f", coordinate);
        return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
    }
}
