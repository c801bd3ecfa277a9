package io.github.llmperf.report;

import io.github.llmperf.measure.Timeline;
import io.github.llmperf.measure.server.Meaning;
import io.github.llmperf.measure.server.ServerSeries;
import io.github.llmperf.measure.server.ServerView;
import io.github.llmperf.report.TimelinePanel.Line;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What stands below the requests of a timeline: only what is known of a run. */
final class TimelinePanels {

    private static final double PERCENT = 100;
    private static final int MOST_GPUS = 16;

    private final Timeline timeline;
    private final ServerView server;
    private final Palette palette;

    TimelinePanels(Timeline timeline, ServerView server, Palette palette) {
        this.timeline = timeline;
        this.server = server;
        this.palette = palette;
    }

    List<TimelinePanel> all() {
        List<TimelinePanel> panels = new ArrayList<>(List.of(requests()));
        percentages(panels, "KV cache in use", whole(Meaning.KV_CACHE, "KV", palette.e2e(), 2));
        List<Line> busy = new ArrayList<>(gpus());
        busy.addAll(whole(Meaning.GPU, "GPU", palette.tpot(), 2));
        busy.addAll(whole(Meaning.CPU, "CPU", palette.ttft(), 2));
        percentages(panels, busyTitle(), busy);
        return panels;
    }

    private String busyTitle() {
        boolean gpu = server.series(Meaning.GPU).isPresent();
        boolean cpu = server.series(Meaning.CPU).isPresent();
        return (gpu && cpu ? "GPU and CPU" : gpu ? "GPU" : "CPU") + " busy"
                + (gpus().isEmpty() ? "" : " (thin: each GPU)");
    }

    private TimelinePanel requests() {
        List<Line> lines = new ArrayList<>();
        lines.add(new Line(
                "in flight",
                palette.ink(),
                1.5,
                timeline.slices().stream().map(Timeline.Slice::middle).toList(),
                timeline.slices().stream().map(Timeline.Slice::inFlight).toList()));
        lines.addAll(whole(Meaning.RUNNING, "running", palette.tpot(), 2));
        lines.addAll(whole(Meaning.WAITING, "waiting", palette.ttft(), 2));
        double most = lines.stream()
                .flatMap(line -> line.values().stream())
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(1);
        return new TimelinePanel(
                lines.size() == 1 ? "Requests in flight" : "Requests, here and at the server", "requests", most, lines);
    }

    private static void percentages(List<TimelinePanel> panels, String title, List<Line> lines) {
        if (!lines.isEmpty()) {
            panels.add(new TimelinePanel(title, "%", PERCENT, lines));
        }
    }

    private List<Line> whole(Meaning meaning, String name, String colour, double width) {
        return server.series(meaning).stream()
                .map(series -> line(series, name, colour, width))
                .toList();
    }

    private List<Line> gpus() {
        Stream<ServerSeries> each = server.series().stream()
                .filter(series ->
                        series.meaning() == Meaning.GPU && !series.part().isEmpty());
        return each.limit(MOST_GPUS)
                .map(series -> line(series, "", palette.muted(), .75))
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
