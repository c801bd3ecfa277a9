package io.github.llmperf.measure.server;

import io.github.llmperf.client.prometheus.RawMetric;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.load.ServerLog;
import io.github.llmperf.load.ServerLog.Round;
import io.github.llmperf.measure.server.ServerSeries.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * The server's side of a run.
 *
 * @param windows when the load was measured, once for each run of it
 * @param rounds readings from the last one before the run to the first one after it
 * @param series what they amount to; only what was told
 */
@API(status = Status.INTERNAL, since = "0.1")
public record ServerView(ServerLog log, List<Span> windows, List<Round> rounds, List<ServerSeries> series) {

    /** Nothing was read. */
    public static final ServerView NOTHING = new ServerView(ServerLog.NOTHING, List.of(), List.of(), List.of());

    /** Copies the lists. */
    public ServerView {
        windows = List.copyOf(windows);
        rounds = List.copyOf(rounds);
        series = List.copyOf(series);
    }

    /**
     * A span of time on the clock of the load.
     *
     * @param from its begin
     * @param to its end, which belongs to it
     */
    public record Span(long from, long to) {
        boolean holds(long moment) {
            return from <= moment && moment <= to;
        }
    }

    /**
     * Looks at what a server said from the point of a load, which may be one of several that were sent meanwhile.
     *
     * @param runs of the load, in order of time, one or more
     * @return series over the time of these runs, with the last reading before and the first one after
     */
    public static ServerView of(ServerLog log, List<LoadRun> runs) {
        List<Span> windows = runs.stream()
                .map(run -> new Span(
                        run.times().windowOpened(),
                        Math.max(run.times().windowOpened(), run.times().windowClosed())))
                .toList();
        long started = runs.get(0).times().started();
        long ended = runs.get(runs.size() - 1).times().ended();
        List<Round> rounds = around(log.rounds(), new Span(started, ended));
        List<ServerSeries> series = new ArrayList<>();
        for (SeriesKind meaning : SeriesKind.values()) {
            add(series, meaning, "", points(rounds, meaning));
            if (meaning == SeriesKind.GPU) {
                gpus(rounds).forEach(gpu -> add(series, meaning, gpu, pointsOfGpu(rounds, gpu)));
            }
        }
        return new ServerView(log, windows, rounds, series);
    }

    private static List<Round> around(List<Round> rounds, Span span) {
        int from = 0;
        while (from + 1 < rounds.size() && rounds.get(from + 1).at() <= span.from()) {
            from++;
        }
        int to = from;
        while (to < rounds.size() && rounds.get(to).at() < span.to()) {
            to++;
        }
        return rounds.subList(from, Math.min(rounds.size(), to + 1));
    }

    private static void add(List<ServerSeries> all, SeriesKind meaning, String part, List<Point> points) {
        if (!points.isEmpty()) {
            all.add(new ServerSeries(meaning, part, points));
        }
    }

    private static List<Point> points(List<Round> rounds, SeriesKind meaning) {
        Formula formula = SeriesDefinition.of(meaning).formula();
        List<Point> points = new ArrayList<>();
        for (int i = 0; i < rounds.size(); i++) {
            Round now = rounds.get(i);
            OptionalDouble value = formula.value(rounds.get(0), rounds.get(Math.max(0, i - 1)), now);
            value.ifPresent(known -> points.add(new Point(now.at(), known)));
        }
        return points;
    }

    /** Of a single GPU the mean says it all. */
    private static SortedSet<String> gpus(List<Round> rounds) {
        SortedSet<String> names = new TreeSet<>();
        rounds.forEach(round -> names.addAll(round.reading().gpus().keySet()));
        return names.size() > 1 ? names : new TreeSet<>();
    }

    private static List<Point> pointsOfGpu(List<Round> rounds, String gpu) {
        return rounds.stream()
                .filter(round -> round.reading().gpus().containsKey(gpu))
                .map(round -> new Point(round.at(), round.reading().gpus().getOrDefault(gpu, 0.)))
                .toList();
    }

    /**
     * Returns a series over the time of the run.
     *
     * @return that of the whole server; empty where it was not told
     */
    public Optional<ServerSeries> series(SeriesKind meaning) {
        return series.stream()
                .filter(one -> one.meaning() == meaning && one.part().isEmpty())
                .findFirst();
    }

    /**
     * Returns a series over the measured time alone.
     *
     * @return that of the whole server; empty where nothing was told in that time
     */
    public Optional<ServerSeries> measured(SeriesKind meaning) {
        return series(meaning).map(one -> one.during(windows)).filter(one -> !one.points()
                .isEmpty());
    }

    /**
     * Returns how much a counter grew from the last reading before the run to the first one after it.
     *
     * @return its growth; empty where one of the two lacks it
     */
    public OptionalDouble growth(RawMetric ingredient) {
        return rounds.size() < 2
                ? OptionalDouble.empty()
                : Formula.growth(
                        ingredient,
                        rounds.get(0).reading(),
                        rounds.get(rounds.size() - 1).reading());
    }
}
