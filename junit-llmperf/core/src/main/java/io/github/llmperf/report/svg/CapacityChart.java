package io.github.llmperf.report.svg;

import static io.github.llmperf.report.svg.SvgParts.at;

import io.github.llmperf.metric.Limit;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.report.model.CapacityRuns;
import io.github.llmperf.report.text.CapacityFigures;
import io.github.llmperf.wording.Figures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Collectors;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Latency against load: a line for each latency, full dots where the load was accepted and hollow ones where it was not,
 * limits as dashed lines, and the largest accepted load as an upright one. Axes are logarithmic where values
 * spread over a decade.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class CapacityChart {

    private static final double LEFT = 58;
    private static final double RIGHT = 84;
    private static final double TOP = 34;
    private static final double BOTTOM = 42;
    private static final double WIDE = 480;
    private static final double LABEL_GAP = 34;

    private final CapacityFigures figures;
    private final Palette palette;
    private final ChartFrame frame;
    private final AxisScale across;
    private final AxisScale up;

    /** A measure at one amount of load. */
    private record Dot(CapacityRuns.Row row, double value) {}

    public CapacityChart(CapacityFigures figures, Palette palette, double width, double height) {
        this.figures = figures;
        this.palette = palette;
        this.frame = new ChartFrame(palette, width, height, LEFT, RIGHT, TOP, BOTTOM);
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

    private static AxisScale scale(List<Double> values) {
        double least = values.stream().min(Comparator.naturalOrder()).orElse(1.);
        double most = values.stream().max(Comparator.naturalOrder()).orElse(10.);
        return AxisScale.around(least, most);
    }

    private List<Dot> dots(Measure measure) {
        List<Dot> dots = new ArrayList<>();
        for (CapacityRuns.Row row : figures.rows()) {
            OptionalDouble value = row.measurement().existingLimited(measure);
            if (value.isPresent() && Double.isFinite(value.getAsDouble()) && value.getAsDouble() > 0) {
                dots.add(new Dot(row, value.getAsDouble()));
            }
        }
        return dots;
    }

    /** What the picture shows, for those who cannot see it. */
    public String description() {
        return figures.latencies().stream()
                .map(measure -> measure + " "
                        + dots(measure).stream()
                                .map(dot -> Figures.latency(dot.value) + " at "
                                        + figures.plan().text(dot.row.amount()))
                                .collect(Collectors.joining(", ")))
                .collect(Collectors.joining("; ", "", "."));
    }

    /** Draws the chart; the id distinguishes several charts of one document. */
    public Markup draw(String id) {
        Markup svg = frame.open(id, "Latency against load", description());
        if (frame.width() >= WIDE) {
            frame.heading(svg, "Latency against load");
        }
        grid(svg);
        figures.outcome().carried().ifPresent(carried -> carried(svg, carried));
        FreePlace places = new FreePlace(figures.latencies().stream()
                .map(this::dots)
                .<DoubleUnaryOperator>map(dots -> x -> height(dots, x))
                .toList());
        figures.latencies().forEach(measure -> limits(svg, measure, places));
        figures.latencies().forEach(measure -> line(svg, measure));
        names(svg);
        return svg.close();
    }

    private void grid(Markup svg) {
        up.ticks().forEach(tick -> frame.level(svg, y(tick), Figures.latency(tick)));
        double free = 0;
        for (double tick : across.ticks()) {
            if (x(tick) >= free) {
                free = x(tick) + LABEL_GAP;
                frame.upright(svg, x(tick), figures.plan().number(tick));
            }
        }
        frame.axis(svg, figures.heading());
    }

    private void carried(Markup svg, double carried) {
        SvgParts.line(svg, "M" + at(x(carried)) + " " + at(TOP) + "V" + at(frame.base()), palette.ink(), 1.25);
        SvgParts.name(
                svg, palette, x(carried), TOP - 8, "carries " + figures.plan().text(carried), "middle", palette.ink());
    }

    /** Where the line through dots lies at a place across; beside it nowhere. */
    private double height(List<Dot> dots, double x) {
        for (int i = 1; i < dots.size(); i++) {
            double from = x(dots.get(i - 1).row.amount());
            double to = x(dots.get(i).row.amount());
            if (from <= x && x <= to) {
                double part = to > from ? (x - from) / (to - from) : 0;
                return y(dots.get(i - 1).value) + part * (y(dots.get(i).value) - y(dots.get(i - 1).value));
            }
        }
        return Double.NaN;
    }

    private void limits(Markup svg, Measure measure, FreePlace places) {
        for (Limit limit : figures.on(measure)) {
            double y = y(limit.value());
            SvgParts.dashed(svg, frame.across(y, frame.end()), palette.of(measure.metric()), 1.5);
            String text = measure + " limit " + Figures.latency(limit.value());
            FreePlace.Place place = places.along(y, LEFT + 6, frame.end() - 6, text);
            frame.label(svg, place.x(), place.y(), text, "start", palette.ink());
        }
    }

    private void line(Markup svg, Measure measure) {
        List<Dot> dots = dots(measure);
        String path = dots.stream()
                .map(dot -> at(x(dot.row.amount())) + " " + at(y(dot.value)))
                .collect(Collectors.joining("L", "M", ""));
        String colour = palette.of(measure.metric());
        if (dots.size() > 1) {
            SvgParts.line(svg, path, colour, 2.25);
        }
        for (Dot dot : dots) {
            String fill = figures.isCarried(dot.row) ? colour : palette.surface();
            SvgParts.dot(svg, x(dot.row.amount()), y(dot.value), 4, fill, colour);
        }
    }

    private void names(Markup svg) {
        frame.names(
                svg,
                figures.latencies().stream()
                        .filter(measure -> !dots(measure).isEmpty())
                        .map(measure ->
                                new ChartFrame.Name(measure.toString(), y(last(measure)), palette.of(measure.metric())))
                        .toList());
    }

    private double last(Measure measure) {
        List<Dot> dots = dots(measure);
        return dots.get(dots.size() - 1).value;
    }

    private double x(double amount) {
        return frame.x(across.position(amount));
    }

    private double y(double value) {
        return frame.y(up.position(value));
    }
}
