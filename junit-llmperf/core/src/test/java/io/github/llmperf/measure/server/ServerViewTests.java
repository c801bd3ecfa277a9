package io.github.llmperf.measure.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.client.prometheus.KnownMetric;
import io.github.llmperf.client.prometheus.RawMetric;
import io.github.llmperf.measure.server.ServerSeries.Point;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ServerViewTests {

    private static final long SECOND = 1_000_000_000L;

    private static List<Double> values(ServerView view, SeriesKind meaning) {
        return view.series(meaning).orElseThrow().points().stream()
                .map(Point::value)
                .toList();
    }

    @Test
    void takesTheReadingsFromTheLastBeforeTheRunToTheFirstAfterIt() {
        ServerView view = ServerView.of(
                Logs.of(10).with(RawMetric.RUNNING, i -> i).log(),
                List.of(Logs.run(5 * SECOND / 2, 3 * SECOND, 5 * SECOND, 13 * SECOND / 2)));

        assertThat(values(view, SeriesKind.RUNNING)).containsExactly(2., 3., 4., 5., 6., 7.);
        assertThat(view.measured(SeriesKind.RUNNING).orElseThrow().points())
                .extracting(Point::value)
                .containsExactly(3., 4., 5.);
        assertThat(view.growth(RawMetric.RUNNING)).hasValue(5);
    }

    @Test
    void measuresInTheWindowsOfAllRunsOnly() {
        ServerView view = ServerView.of(
                Logs.of(10).with(RawMetric.RUNNING, i -> i).log(),
                List.of(
                        Logs.run(0, SECOND, 2 * SECOND, 3 * SECOND),
                        Logs.run(5 * SECOND, 6 * SECOND, 7 * SECOND, 8 * SECOND)));

        assertThat(view.measured(SeriesKind.RUNNING).orElseThrow().points())
                .extracting(Point::value)
                .containsExactly(1., 2., 6., 7.);
    }

    @Test
    void makesRatesAndSharesOfCounters() {
        ServerView view = Logs.of(5)
                .with(RawMetric.GENERATED_TOKENS, i -> 100 + 30 * i)
                .with(RawMetric.CACHE_QUERIES, i -> 1000 * i)
                .with(RawMetric.CACHE_HITS, i -> 250 * i)
                .with(RawMetric.PREEMPTIONS, i -> 7 + i)
                .with(RawMetric.CPU_TIME, i -> 8 * i)
                .with(RawMetric.CPU_IDLE, i -> 2 * i)
                .with(RawMetric.DISK_BYTES, i -> 5e6 * i)
                .with(RawMetric.HOST_MEMORY_AVAILABLE, i -> 3.0 * (1 << 30))
                .view();

        assertThat(values(view, SeriesKind.TOKEN_RATE)).containsOnly(30.);
        assertThat(values(view, SeriesKind.PREFIX_HITS)).containsOnly(25.);
        assertThat(values(view, SeriesKind.CPU)).containsOnly(75.);
        assertThat(values(view, SeriesKind.DISK)).containsOnly(5.);
        assertThat(values(view, SeriesKind.HOST_MEMORY)).containsOnly(3.);
        assertThat(values(view, SeriesKind.PREEMPTIONS)).containsExactly(0., 1., 2.);
        assertThat(view.series(SeriesKind.RUNNING)).isEmpty();
    }

    @Test
    void takesACounterThatFellForOneOfARestartedServer() {
        ServerView view = Logs.of(5)
                .with(RawMetric.GENERATED_TOKENS, i -> i < 3 ? 1000 + 10 * i : 4 * (i - 2))
                .view();

        assertThat(values(view, SeriesKind.TOKEN_RATE)).containsExactly(10., 4.);
    }

    @Test
    void takesAnEnginesOwnShareWhereItCountsNothing() {
        assertThat(values(Logs.of(3).with(RawMetric.CACHE_SHARE, i -> 42).view(), SeriesKind.PREFIX_HITS))
                .containsOnly(42.);
    }

    @Test
    void keepsTheMeanOfTheGpusAndEachWhereThereAreSeveral() {
        ServerView view = Logs.of(4)
                .with(RawMetric.GPU_MEMORY_USED, i -> 30)
                .with(RawMetric.GPU_MEMORY_FREE, i -> 10)
                .gpu("0", i -> 90)
                .gpu("1", i -> 30)
                .view();

        assertThat(values(view, SeriesKind.GPU)).containsOnly(60.);
        assertThat(values(view, SeriesKind.GPU_MEMORY)).containsOnly(75.);
        assertThat(view.series())
                .filteredOn(series -> series.meaning() == SeriesKind.GPU)
                .extracting(ServerSeries::part)
                .containsExactly("", "0", "1");
        assertThat(Logs.of(4).gpu("0", i -> 9).view().series()).hasSize(1);
    }

    @Test
    void isEmptyWhereNothingWasRead() {
        ServerView view = ServerView.of(Logs.of(0).log(), List.of(Logs.run(0, 1, 2, 3)));

        assertThat(view.series()).isEmpty();
        assertThat(view.growth(RawMetric.REQUESTS)).isEmpty();
    }

    /** One table here and one in the guide: each line of it is made from the code. */
    @Test
    void theGuideNamesEverySeriesAndWhatItIsMadeOf() throws IOException {
        String guide = Files.readString(Path.of("../../docs/metrics.md"));

        for (SeriesKind meaning : SeriesKind.values()) {
            assertThat(guide).contains(line(meaning));
        }
    }

    private static String line(SeriesKind meaning) {
        Map<String, List<String>> names = new LinkedHashMap<>();
        for (KnownMetric metric : KnownMetric.ALL) {
            if (SeriesDefinition.of(meaning).ingredients().contains(metric.ingredient())) {
                List<String> all = names.computeIfAbsent(metric.origin(), origin -> new ArrayList<>());
                metric.names().stream()
                        .map(name -> "`" + name + "`")
                        .filter(name -> !all.contains(name))
                        .forEach(all::add);
            }
        }
        String origins = names.entrySet().stream()
                .map(origin -> origin.getKey() + " " + String.join(", ", origin.getValue()))
                .collect(Collectors.joining("; "));
        return "| `" + meaning.jsonName() + "` | " + meaning.title() + " | " + meaning.unit() + " | " + origins + " |";
    }
}
