package io.github.llmperf.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.client.MetricsPage;
import io.github.llmperf.client.prometheus.PrometheusText;
import io.github.llmperf.client.prometheus.RawMetric;
import io.github.llmperf.clock.NanoClock;
import io.github.llmperf.load.ServerLog.Round;
import io.github.llmperf.load.ServerLog.Source;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Reading on, by a clock that runs only where it is waited by. */
class MetricsWatchTests {

    private static final URI OWN = URI.create("http://h:8000/metrics");
    private static final URI GPU = URI.create("http://h:9400/metrics");
    private static final long SECOND = 1_000_000_000L;

    private final List<Long> asked = new ArrayList<>();
    private final Map<URI, Function<Integer, MetricsPage>> pages = new HashMap<>();
    private final Map<URI, Integer> times = new HashMap<>();
    private final Steps clock = new Steps(5 * SECOND);
    private long slowness;

    /** Ends the watch when a moment is reached. */
    private static final class Steps implements NanoClock {
        private final long end;
        private long now;

        Steps(long end) {
            this.end = end;
        }

        @Override
        public long now() {
            return now;
        }

        @Override
        public void sleepUntil(long moment) throws InterruptedException {
            now = Math.max(now, moment);
            if (now >= end) {
                throw new InterruptedException("the load is over");
            }
        }
    }

    private MetricsPage read(URI url) {
        asked.add(clock.now);
        clock.now += slowness;
        return pages.get(url).apply(times.merge(url, 1, Integer::sum));
    }

    private static MetricsPage page(String text) {
        return new MetricsPage.Read(PrometheusText.read(text));
    }

    private MetricsWatch watch(boolean named, URI... urls) {
        List<WatchedPage> watched = List.of(urls).stream()
                .map(url -> new WatchedPage(url, url.toString(), named))
                .toList();
        return new MetricsWatch(watched, this::read, () -> {}, Duration.ofSeconds(1), clock);
    }

    private ServerLog readOn(MetricsWatch watch) {
        try {
            watch.readOn();
        } catch (InterruptedException e) {
            return watch.end();
        }
        throw new AssertionError("the watch must go on until the load is over");
    }

    private static List<Double> running(ServerLog log) {
        return log.rounds().stream()
                .map(Round::reading)
                .map(reading -> reading.value(RawMetric.RUNNING).orElse(-1))
                .toList();
    }

    @Test
    void readsBeforeDuringAndAfterTheLoadOnItsClock() {
        pages.put(OWN, n -> page("vllm:num_requests_running " + n + "\nvllm:prompt_tokens_total " + 10 * n + "\n"));

        ServerLog log = readOn(watch(true, OWN));

        assertThat(log.rounds())
                .extracting(Round::at)
                .containsExactly(0L, SECOND, 2 * SECOND, 3 * SECOND, 4 * SECOND, 5 * SECOND);
        assertThat(running(log)).containsExactly(1., 2., 3., 4., 5., 6.);
        assertThat(log.change()).isEqualTo(Map.of("vllm:num_requests_running", 6., "vllm:prompt_tokens_total", 50.));
        assertThat(log.sources()).containsExactly(new Source(OWN.toString(), true, 6, 0, "", true, 0));
    }

    @Test
    void keepsToTheIntervalWhereReadingTakesLonger() {
        slowness = 1_300_000_000L;
        pages.put(OWN, n -> page("vllm:num_requests_running 1\n"));

        readOn(watch(true, OWN));

        // Begun at 0, it is over at 1.3 s: the next are due at 2.3 s and every whole second later that is not missed.
        assertThat(asked).containsExactly(0L, 2_300_000_000L, 4_300_000_000L, 6_300_000_000L);
    }

    @Test
    void joinsPagesAndLeavesOutSumsOfWhichAPartIsMissing() {
        pages.put(OWN, n -> page("vllm:num_requests_running 2\n"));
        pages.put(
                GPU,
                n -> n == 3
                        ? new MetricsPage.Unread("it answers with HTTP 503")
                        : page("vllm:num_requests_running 5\nDCGM_FI_DEV_GPU_UTIL{gpu=\"0\"} 40\n"));

        ServerLog log = readOn(watch(true, OWN, GPU));

        assertThat(running(log)).containsExactly(7., 7., 7., 7., 7.);
        assertThat(log.sources())
                .containsExactly(
                        new Source(OWN.toString(), true, 6, 0, "", true, 0),
                        new Source(GPU.toString(), true, 6, 1, "it answers with HTTP 503", true, 0));
    }

    @Test
    void goesOnWhereANamedPageCannotBeRead() {
        pages.put(OWN, n -> new MetricsPage.Unread("no answer within 2s"));

        ServerLog log = readOn(watch(true, OWN));

        assertThat(log.rounds()).isEmpty();
        assertThat(log.change()).isEmpty();
        assertThat(log.sources())
                .containsExactly(new Source(OWN.toString(), true, 6, 6, "no answer within 2s", false, 0));
    }

    @Test
    void asksOnceOnlyForAPageThatNobodyNamedAndThatIsNotThere() {
        pages.put(OWN, n -> new MetricsPage.Unread("it answers with HTTP 404"));

        ServerLog log = readOn(watch(false, OWN));

        assertThat(asked).containsExactly(0L);
        assertThat(log.sources()).extracting(Source::readings).containsExactly(1);
    }

    @Test
    void forgetsEverySecondRoundRatherThanGrowWithoutEnd() {
        Steps longer = new Steps(MetricsWatch.MOST_ROUNDS * 2L * SECOND);
        MetricsWatch watch = new MetricsWatch(
                List.of(new WatchedPage(OWN, "own", true)),
                url -> page("vllm:num_requests_running 1\n"),
                () -> {},
                Duration.ofSeconds(1),
                longer);

        ServerLog log = readOn(watch);

        assertThat(log.rounds()).hasSizeBetween(MetricsWatch.MOST_ROUNDS / 2, MetricsWatch.MOST_ROUNDS);
        assertThat(log.rounds().get(0).at()).isZero();
        assertThat(log.rounds().get(log.rounds().size() - 1).at()).isGreaterThanOrEqualTo(longer.end);
    }

    @Test
    void endsAtOnceWhereTheBuildEnds() {
        pages.put(OWN, n -> page("vllm:num_requests_running 1\n"));

        ServerLog log = watch(true, OWN).cut();

        assertThat(asked).hasSize(1);
        assertThat(log.rounds()).hasSize(1);
        assertThat(log.change()).isEmpty();
    }
}
