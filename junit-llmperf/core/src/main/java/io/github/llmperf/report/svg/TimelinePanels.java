package io.github.llmperf.report.svg;

import io.github.llmperf.measure.Timeline;
import io.github.llmperf.measure.server.SeriesKind;
import io.github.llmperf.measure.server.ServerSeries;
import io.github.llmperf.measure.server.ServerView;
import io.github.llmperf.report.svg.TimelinePanel.Band;
import io.github.llmperf.report.svg.TimelinePanel.Line;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** The panels below the latencies of a timeline: one for each known series. */
final class TimelinePanels {

    private static final double PERCENT = 100;

    /** Lines of more GPUs would be a tangle. */
    private static final int MOST_GPUS = 8;

    private final Timeline timeline;
    private final ServerView server;
    private final Palette palette;
    private final double room;
    private final List<ServerSeries> gpus;

    /** Knows what there is, and how wide a line of text may be. */
    TimelinePanels(Timeline timeline, ServerView server, Palette palette, double room) {
        this.timeline = timeline;
        this.room = room;
        this.server = server;
        this.palette = palette;
        gpus = server.series().stream()
                .filter(series ->
                        series.meaning() == SeriesKind.GPU && !series.part().isEmpty())
                .toList();
    }

    List<Panel> all() {
        List<Panel> panels = new ArrayList<>(List.of(requests()));
        tokens().ifPresent(panels::add);
        panels.add(new FailurePanel(timeline, room));
        percentages(panels, "KV cache in use", whole(SeriesKind.KV_CACHE, "KV", palette.e2e(), 2), List.of());
        List<Line> busy = new ArrayList<>();
        if (gpus.size() <= MOST_GPUS) {
            gpus.forEach(gpu -> busy.add(line(gpu, "", palette.muted(), .75)));
        }
        busy.addAll(whole(SeriesKind.GPU, "GPU", palette.tpot(), 2));
        busy.addAll(whole(SeriesKind.CPU, "CPU", palette.ttft(), 2));
        percentages(panels, busyTitle(), busy, gpus.size() > MOST_GPUS ? List.of(range()) : List.of());
        return panels;
    }

    private String busyTitle() {
        boolean gpu = server.series(SeriesKind.GPU).isPresent();
        boolean cpu = server.series(SeriesKind.CPU).isPresent();
        String each = gpus.isEmpty()
                ? ""
                : gpus.size() <= MOST_GPUS ? " (thin: each GPU)" : " (shade: range of " + gpus.size() + " GPUs)";
        return (gpu && cpu ? "GPU and CPU" : gpu ? "GPU" : "CPU") + " busy" + each;
    }

    /** From the least busy to the most busy GPU of each reading. */
    private Band range() {
        Map<Long, double[]> ranges = new TreeMap<>();
        gpus.forEach(gpu -> gpu.points()
                .forEach(point -> ranges.merge(point.at(), new double[] {point.value(), point.value()}, (a, b) ->
                        new double[] {Math.min(a[0], b[0]), Math.max(a[1], b[1])})));
        return new Band(
                palette.muted(),
                List.copyOf(ranges.keySet()),
                ranges.values().stream().map(range -> range[0]).toList(),
                ranges.values().stream().map(range -> range[1]).toList());
    }

    private TimelinePanel requests() {
        List<Line> lines = new ArrayList<>();
        lines.add(ofSlices("in flight", palette.ink(), Timeline.Slice::inFlight));
        lines.addAll(whole(SeriesKind.RUNNING, "running", palette.tpot(), 2));
        lines.addAll(whole(SeriesKind.WAITING, "waiting", palette.ttft(), 2));
        return new TimelinePanel(
                lines.size() == 1 ? "Requests in flight" : "Requests, here and at the server", "", most(lines), lines);
    }

    private Optional<Panel> tokens() {
        List<Line> server = whole(SeriesKind.TOKEN_RATE, "server", palette.tpot(), 2);
        List<Line> lines = new ArrayList<>(server);
        lines.add(ofSlices(server.isEmpty() ? "" : "here", palette.ink(), Timeline.Slice::tokenRate));
        if (most(lines) == 0) {
            return Optional.empty();
        }
        return Optional.of(new TimelinePanel(
                "Output tokens/s" + (server.isEmpty() ? "" : ", here and at the server"), "", most(lines), lines));
    }

    private Line ofSlices(String name, String colour, ToDoubleFunction<Timeline.Slice> value) {
        return new Line(
                name,
                colour,
                1.5,
                timeline.slices().stream().map(Timeline.Slice::middle).toList(),
                timeline.slices().stream().map(value::applyAsDouble).toList());
    }

    private static double most(List<Line> lines) {
        return lines.stream()
                .flatMap(line -> line.values().stream())
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(1);
    }

    private static void percentages(List<Panel> panels, String title, List<Line> lines, List<Band> bands) {
        if (!lines.isEmpty()) {
            panels.add(new TimelinePanel(title, "%", PERCENT, lines, bands));
        }
    }

    private List<Line> whole(SeriesKind meaning, String name, String colour, double width) {
        return server.series(meaning).stream()
                .map(series -> line(series, name, colour, width))
                .toList();
    }

    private static Line line(ServerSeries series, String name, String colour, double width) {
        return new Line(
                name,
                colour,
                width,
                series.points().stream().map(ServerSeries.Point::at).toList(),
                series.points().stream().map(ServerSeries.Point::value).toList());
    }
}
