package io.github.llmperf.report;

import io.github.llmperf.measure.Distribution;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Statistic;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Latency by percentile: a line each for e2e, ttft and tpot, limits as diamonds that the line must stay below, and the
 * stored runs, or the second target, as circles. The percentile axis is stretched towards the tail, where serving goes wrong.
 */
final class QuantileChart {

    private static final double[] PERCENTILES = {50, 75, 90, 95, 99, 99.9};
    private static final int POINTS = 160;
    private static final double LEFT = 58;
    private static final double TOP = 34;
    private static final double BOTTOM = 42;
    private static final double RIGHT = 52;
    private static final double WIDE = 480;
    private static final double LABEL_GAP = 30;
    private static final double LETTER = 7;

    private final ChartData data;
    private final String reference;
    private final Palette palette;
    private final double width;
    private final double height;

    QuantileChart(Report report, Palette palette, double width, double height) {
        this.data = new ChartData(report);
        this.reference = ReferenceName.inCharts(report);
        this.palette = palette;
        this.width = width;
        this.height = height;
    }

    /** Whether there is nothing to draw. */
    boolean isEmpty() {
        return data.metrics().isEmpty();
    }

    /** What the picture shows, for those who cannot see it. */
    String description() {
        if (data.metrics().isEmpty()) {
            return "No request succeeded, so there is no latency to show.";
        }
        List<String> parts = new ArrayList<>();
        for (Metric metric : data.metrics()) {
            parts.add("%s: p50 %s, p90 %s, max %s"
                    .formatted(
                            metric,
                            Figures.latency(data.samples(metric).percentile(50)),
                            Figures.latency(data.samples(metric).percentile(90)),
                            Figures.latency(data.samples(metric).max())));
        }
        data.limits().forEach(mark -> parts.add("limit on " + mark.measure() + " " + Figures.latency(mark.value())));
        String whose = reference + (reference.endsWith("s") ? "' " : "'s ");
        data.baselines().forEach(mark -> parts.add(whose + mark.measure() + " " + Figures.latency(mark.value())));
        return String.join("; ", parts) + ".";
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
        svg.element("title", "Latency by percentile", "id", id + "-title");
        svg.element("desc", description(), "id", id + "-desc");
        svg.empty("rect", "width", at(width), "height", at(height), "style", "fill:" + palette.surface());
        if (data.scale().isEmpty()) {
            label(svg, width / 2, height / 2, "No request succeeded: no latency to show", "middle", palette.muted());
        } else {
            legend(svg);
            grid(svg, data.scale().get());
            data.metrics().forEach(metric -> line(svg, data.scale().get(), metric));
            drawLimits(svg, data.scale().get());
            data.baselines()
                    .forEach(mark -> svg.empty(
                            "circle",
                            "cx",
                            at(x(ChartData.nines(mark.measure().statistic().percentile()))),
                            "cy",
                            at(y(data.scale().get(), mark.value())),
                            "r",
                            "4.5",
                            "style",
                            style(palette.surface(), palette.of(mark.measure().metric()), 2)));
            names(svg, data.scale().get());
        }
        return svg.close();
    }

    private void legend(Markup svg) {
        double x = LEFT;
        if (width >= WIDE) {
            label(svg, x, 16, "Latency by percentile", "start", palette.ink(), "600");
        }
        x = width - 8;
        if (!data.baselines().isEmpty()) {
            label(svg, x, 16, reference, "end", palette.muted());
            double beside = LETTER * reference.length() + 3;
            svg.empty("circle", "cx", at(x - beside), "cy", "12", "r", "4", "style", style("none", palette.muted(), 2));
            x -= beside + 20;
        }
        if (!data.limits().isEmpty()) {
            label(svg, x, 16, "limit", "end", palette.muted());
            svg.empty("path", "d", diamond(x - 40, 12), "style", style(palette.muted(), "none", 0));
        }
    }

    private void grid(Markup svg, LogScale axis) {
        for (double tick : axis.ticks()) {
            double y = y(axis, tick);
            svg.empty("path", "d", "M" + at(LEFT) + " " + at(y) + "H" + at(width - RIGHT), "style", gridStyle());
            label(svg, LEFT - 8, y + 4, Figures.latency(tick), "end", palette.muted());
        }
        double base = height - BOTTOM;
        label(svg, LEFT, base + 18, "min", "middle", palette.muted());
        double free = LEFT + LABEL_GAP;
        for (double percentile : PERCENTILES) {
            double nines = ChartData.nines(percentile);
            if (nines <= data.lastNines() + 1e-9 && x(nines) >= free) {
                free = x(nines) + LABEL_GAP;
                svg.empty("path", "d", "M" + at(x(nines)) + " " + at(TOP) + "V" + at(base), "style", gridStyle());
                label(svg, x(nines), base + 18, Statistic.percentile(percentile).toString(), "middle", palette.muted());
            }
        }
        label(svg, (LEFT + width - RIGHT) / 2, height - 6, "percentile of requests", "middle", palette.muted());
    }

    private void line(Markup svg, LogScale axis, Metric metric) {
        Distribution samples = data.samples(metric);
        StringBuilder path = new StringBuilder();
        String last = "";
        for (int i = 0; i <= POINTS; i++) {
            double nines = data.lastNines() * i / POINTS;
            double value = i == 0 ? samples.min() : samples.percentile(100 * (1 - Math.pow(10, -nines)));
            String y = at(y(axis, value));
            if (!y.equals(last) || i == POINTS) {
                path.append(path.isEmpty() ? "M" : "L")
                        .append(at(x(nines)))
                        .append(' ')
                        .append(y);
            }
            last = y;
        }
        svg.empty("path", "d", path.toString(), "style", style("none", palette.of(metric), 2.25));
    }

    private void drawLimits(Markup svg, LogScale axis) {
        double free = Double.POSITIVE_INFINITY;
        List<ChartData.Mark> downwards = data.limits().stream()
                .sorted(Comparator.comparingDouble(ChartData.Mark::value))
                .toList();
        for (ChartData.Mark mark : downwards) {
            double y = y(axis, mark.value());
            double end = mark.hasPercentile()
                    ? x(ChartData.nines(mark.measure().statistic().percentile()))
                    : width - RIGHT;
            String colour = palette.of(mark.measure().metric());
            svg.empty(
                    "path",
                    "d",
                    "M" + at(LEFT) + " " + at(y) + "H" + at(end),
                    "stroke-dasharray",
                    "5 4",
                    "style",
                    style("none", colour, 1.5));
            if (mark.hasPercentile()) {
                svg.empty("path", "d", diamond(end, y), "style", style(colour, palette.surface(), 1));
            }
            double text = Math.min(y - 5, free);
            free = text - 13;
            label(
                    svg,
                    LEFT + 6,
                    text,
                    mark.measure() + " limit " + Figures.latency(mark.value()),
                    "start",
                    palette.ink());
        }
    }

    private void names(Markup svg, LogScale axis) {
        double free = Double.NEGATIVE_INFINITY;
        List<Metric> downwards = data.metrics().stream()
                .sorted(Comparator.comparingDouble(m -> -last(m)))
                .toList();
        for (Metric metric : downwards) {
            double y = Math.max(y(axis, last(metric)) + 4, free);
            free = y + 14;
            label(svg, width - RIGHT + 6, y, metric.jsonName(), "start", palette.of(metric), "600");
        }
    }

    private double last(Metric metric) {
        return data.samples(metric).percentile(100 * (1 - Math.pow(10, -data.lastNines())));
    }

    private void label(Markup svg, double x, double y, String text, String anchor, String colour) {
        label(svg, x, y, text, anchor, colour, "400");
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

    private double x(double nines) {
        return LEFT + (width - LEFT - RIGHT) * Math.min(nines, data.lastNines()) / data.lastNines();
    }

    private double y(LogScale axis, double value) {
        return height - BOTTOM - (height - TOP - BOTTOM) * axis.position(value);
    }

    private static String diamond(double x, double y) {
        return "M" + at(x) + " " + at(y - 6) + "L" + at(x + 6) + " " + at(y) + "L" + at(x) + " " + at(y + 6) + "L"
                + at(x - 6) + " " + at(y) + "Z";
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
