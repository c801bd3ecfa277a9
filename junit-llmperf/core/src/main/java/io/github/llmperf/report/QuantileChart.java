package io.github.llmperf.report;

import static io.github.llmperf.report.SvgParts.at;

import io.github.llmperf.measure.Distribution;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Statistic;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

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
    private final ChartFrame frame;

    QuantileChart(Report report, Palette palette, double width, double height) {
        this.data = new ChartData(report);
        this.reference = ReferenceName.inCharts(report);
        this.palette = palette;
        this.frame = new ChartFrame(palette, width, height, LEFT, RIGHT, TOP, BOTTOM);
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
        Markup svg = frame.open(id, "Latency by percentile", description());
        if (data.scale().isEmpty()) {
            frame.label(
                    svg,
                    frame.width() / 2,
                    frame.height() / 2,
                    "No request succeeded: no latency to show",
                    "middle",
                    palette.muted());
        } else {
            legend(svg);
            grid(svg, data.scale().get());
            data.metrics().forEach(metric -> line(svg, data.scale().get(), metric));
            drawLimits(svg, data.scale().get());
            data.baselines().forEach(mark -> drawBaseline(svg, data.scale().get(), mark));
            names(svg, data.scale().get());
        }
        return svg.close();
    }

    private void legend(Markup svg) {
        if (frame.width() >= WIDE) {
            frame.heading(svg, "Latency by percentile");
        }
        double x = frame.width() - 8;
        if (!data.baselines().isEmpty()) {
            frame.label(svg, x, 16, reference, "end", palette.muted());
            double beside = LETTER * reference.length() + 3;
            SvgParts.dot(svg, x - beside, 12, 4, "none", palette.muted());
            x -= beside + 20;
        }
        if (!data.limits().isEmpty()) {
            frame.label(svg, x, 16, "limit", "end", palette.muted());
            SvgParts.diamond(svg, x - 40, 12, palette.muted(), "none", 0);
        }
    }

    private void grid(Markup svg, LogScale axis) {
        axis.ticks().forEach(tick -> frame.level(svg, y(axis, tick), Figures.latency(tick)));
        frame.below(svg, LEFT, "min");
        double free = LEFT + LABEL_GAP;
        for (double percentile : PERCENTILES) {
            double nines = ChartData.nines(percentile);
            if (nines <= data.lastNines() + 1e-9 && x(nines) >= free) {
                free = x(nines) + LABEL_GAP;
                frame.upright(svg, x(nines), Statistic.percentile(percentile).toString());
            }
        }
        frame.axis(svg, "percentile of requests");
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
        SvgParts.line(svg, path.toString(), palette.of(metric), 2.25);
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
                    : frame.end();
            String colour = palette.of(mark.measure().metric());
            SvgParts.dashed(svg, frame.across(y, end), colour, 1.5);
            if (mark.hasPercentile()) {
                SvgParts.diamond(svg, end, y, colour, palette.surface(), 1);
            }
            double text = Math.min(y - 5, free);
            free = text - 13;
            String words = mark.measure() + " limit " + Figures.latency(mark.value());
            frame.label(svg, LEFT + 6, text, words, "start", palette.ink());
        }
    }

    private void drawBaseline(Markup svg, LogScale axis, ChartData.Mark mark) {
        double x = x(ChartData.nines(mark.measure().statistic().percentile()));
        String colour = palette.of(mark.measure().metric());
        SvgParts.dot(svg, x, y(axis, mark.value()), 4.5, palette.surface(), colour);
    }

    private void names(Markup svg, LogScale axis) {
        frame.names(
                svg,
                data.metrics().stream()
                        .map(metric ->
                                new ChartFrame.Name(metric.jsonName(), y(axis, last(metric)), palette.of(metric)))
                        .toList());
    }

    private double last(Metric metric) {
        return data.samples(metric).percentile(100 * (1 - Math.pow(10, -data.lastNines())));
    }

    private double x(double nines) {
        return frame.x(Math.min(nines, data.lastNines()) / data.lastNines());
    }

    private double y(LogScale axis, double value) {
        return frame.y(axis.position(value));
    }
}
