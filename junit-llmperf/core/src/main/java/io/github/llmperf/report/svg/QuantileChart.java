package io.github.llmperf.report.svg;

import io.github.llmperf.measure.Distribution;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Statistic;
import io.github.llmperf.report.model.Percentiles;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.text.ReferenceName;
import io.github.llmperf.wording.Figures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Latency by percentile: a line each for e2e, ttft and tpot, limits as diamonds that the line must stay below, and the
 * stored runs, or the second target's loads, as bands; where only their numbers are kept, as circles. The percentile axis is
 * stretched towards the tail, where serving goes wrong.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class QuantileChart {

    private static final double[] PERCENTILES = {50, 75, 90, 95, 99, 99.9};
    private static final double LEFT = 58;
    private static final double TOP = 34;
    private static final double BOTTOM = 42;
    private static final double RIGHT = 52;
    private static final double WIDE = 480;
    private static final double ROOMY = 600;
    private static final double LABEL_GAP = 26;

    private final ChartData data;
    private final boolean failed;
    private final String reference;
    private final String anchor;
    private final Palette palette;
    private final ChartFrame frame;

    public QuantileChart(Report report, Palette palette, double width, double height) {
        this.data = new ChartData(report);
        this.failed = report.measurement().requests().failed() > 0;
        this.reference = ReferenceName.inCharts(report);
        this.anchor = ReferenceName.ofAnchor(report);
        this.palette = palette;
        this.frame = new ChartFrame(palette, width, height, LEFT, RIGHT, TOP, BOTTOM);
    }

    /** Whether there is nothing to draw. */
    public boolean isEmpty() {
        return data.metrics().isEmpty();
    }

    /** What the picture shows, for those who cannot see it. */
    public String description() {
        if (data.metrics().isEmpty()) {
            return "No request succeeded, so there is no latency to show.";
        }
        List<String> parts = new ArrayList<>();
        for (Metric metric : data.metrics()) {
            parts.add(metric + ": " + percentile(metric, 50) + percentile(metric, 90) + "max "
                    + Figures.latency(data.samples(metric).max()));
        }
        data.limits().forEach(mark -> parts.add("limit on " + mark.measure() + " " + Figures.latency(mark.value())));
        for (Metric metric : data.metrics()) {
            data.bands()
                    .of(metric)
                    .ifPresent(band -> parts.add(
                            metric + ", " + bandWords(band) + ": " + band.words(50.) + "; " + band.words(90.)));
        }
        String whose = reference + (reference.endsWith("s") ? "' " : "'s ");
        data.baselines().forEach(mark -> parts.add(whose + mark.measure() + " " + Figures.latency(mark.value())));
        data.anchors()
                .forEach(mark -> parts.add(anchor + "'s " + mark.measure() + " " + Figures.latency(mark.value())));
        return String.join("; ", parts) + ".";
    }

    private String percentile(Metric metric, double percentile) {
        Statistic statistic = Statistic.percentile(percentile);
        double value = Percentiles.of(data.samples(metric), statistic);
        return Double.isNaN(value) ? "" : statistic + " " + Figures.latency(value) + ", ";
    }

    /** Says what the bands are, for a key below the picture; empty where there is none. */
    public Optional<String> key() {
        return data.bands()
                .widest()
                .map(band -> band.isArea()
                        ? "Band: each percentile's " + bandWords(band) + "; thin line: their median."
                        : "Thin line: " + bandWords(band) + ".");
    }

    private String bandWords(QuantileBand band) {
        return band.words(data.bands().whose(band, reference));
    }

    /** Draws the chart; the id distinguishes several charts of one document. */
    public Markup draw(String id) {
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
            draw(svg, new QuantilePath(frame, data.lastNines(), data.scale().get()));
        }
        return svg.close();
    }

    private void draw(Markup svg, QuantilePath path) {
        legend(svg);
        grid(svg, path);
        data.metrics().forEach(metric -> data.bands().draw(svg, metric, palette.of(metric), path));
        data.metrics().forEach(metric -> line(svg, path, metric));
        drawLimits(svg, path);
        data.alone().forEach(mark -> drawBaseline(svg, path, mark));
        data.anchors().forEach(mark -> drawAnchor(svg, path, mark));
        names(svg, path);
    }

    private void legend(Markup svg) {
        if (frame.width() >= WIDE) {
            frame.heading(svg, "Latency by percentile");
        }
        ChartLegend legend = new ChartLegend(frame, palette);
        data.bands()
                .widest()
                .ifPresent(band -> legend.band(
                        svg,
                        band.isArea(),
                        frame.width() >= ROOMY ? bandWords(band) : data.bands().whose(band, reference)));
        if (!data.alone().isEmpty()) {
            legend.circle(svg, reference);
        }
        if (!data.anchors().isEmpty()) {
            legend.square(svg, anchor);
        }
        if (!data.limits().isEmpty()) {
            legend.diamond(svg, "limit");
        }
    }

    private void grid(Markup svg, QuantilePath path) {
        path.latency().ticks().forEach(tick -> frame.level(svg, path.y(tick), Figures.latency(tick)));
        frame.below(svg, LEFT, "min");
        double free = LEFT + LABEL_GAP;
        for (double percentile : PERCENTILES) {
            double nines = ChartData.nines(percentile);
            if (nines <= data.lastNines() + 1e-9 && path.x(nines) >= free) {
                free = path.x(nines) + LABEL_GAP;
                frame.upright(
                        svg, path.x(nines), Statistic.percentile(percentile).toString());
            }
        }
        frame.axis(svg, failed ? "percentile of the successful requests" : "percentile of requests");
    }

    private void line(Markup svg, QuantilePath path, Metric metric) {
        Distribution samples = data.samples(metric);
        if (samples.n() == 1) {
            SvgParts.dot(svg, path.x(0), path.y(samples.min()), 3, palette.of(metric), palette.of(metric));
            return;
        }
        String line = path.line(nines -> ChartData.value(samples, nines), data.lastNines(metric));
        SvgParts.line(svg, line, palette.of(metric), 2.25);
    }

    private void drawLimits(Markup svg, QuantilePath path) {
        FreePlace places = new FreePlace(data.metrics().stream()
                .<DoubleUnaryOperator>map(metric -> x -> height(path, metric, x))
                .toList());
        List<ChartData.Mark> downwards = data.limits().stream()
                .sorted(Comparator.comparingDouble(ChartData.Mark::value))
                .toList();
        for (ChartData.Mark mark : downwards) {
            double y = path.y(mark.value());
            double end = mark.hasPercentile()
                    ? path.x(ChartData.nines(mark.measure().statistic().percentile()))
                    : frame.end();
            String colour = palette.of(mark.measure().metric());
            SvgParts.dashed(svg, frame.across(y, end), colour, 1.5);
            if (mark.hasPercentile()) {
                SvgParts.diamond(svg, end, y, colour, palette.surface(), 1);
            }
            String words = mark.measure() + " limit " + Figures.latency(mark.value());
            FreePlace.Place place = places.along(y, LEFT + 6, frame.end() - 6, words);
            frame.label(svg, place.x(), place.y(), words, "start", palette.ink());
        }
    }

    /** Where a line lies at a place across; beyond its end nowhere. */
    private double height(QuantilePath path, Metric metric, double x) {
        double nines = (x - LEFT) / (frame.end() - LEFT) * data.lastNines();
        return nines > data.lastNines(metric) + 1e-9
                ? Double.NaN
                : path.y(ChartData.value(data.samples(metric), Math.max(0, nines)));
    }

    private void drawBaseline(Markup svg, QuantilePath path, ChartData.Mark mark) {
        double x = path.x(ChartData.nines(mark.measure().statistic().percentile()));
        String colour = palette.of(mark.measure().metric());
        SvgParts.dot(svg, x, path.y(mark.value()), 4.5, palette.surface(), colour);
    }

    private void drawAnchor(Markup svg, QuantilePath path, ChartData.Mark mark) {
        double x = path.x(ChartData.nines(mark.measure().statistic().percentile()));
        SvgParts.square(
                svg,
                x,
                path.y(mark.value()),
                palette.surface(),
                palette.of(mark.measure().metric()));
    }

    private void names(Markup svg, QuantilePath path) {
        frame.names(
                svg,
                data.metrics().stream()
                        .map(metric -> new ChartFrame.Name(metric.jsonName(), path.y(last(metric)), palette.of(metric)))
                        .toList());
    }

    private double last(Metric metric) {
        return ChartData.value(data.samples(metric), data.lastNines(metric));
    }
}
