package io.github.llmperf.load;

import io.github.llmperf.client.MetricsPage;
import io.github.llmperf.client.MetricsPages;
import io.github.llmperf.client.ServerMetrics;
import io.github.llmperf.client.prometheus.MetricsReading;
import io.github.llmperf.client.prometheus.RawMetric;
import io.github.llmperf.clock.NanoClock;
import io.github.llmperf.load.ServerLog.Round;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.ShownUrl;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Reads a target's pages of metrics before a load, at a fixed interval while it goes on, and after it. It sends one
 * request at a time, on its own thread, so that a slow page only makes readings rarer and disturbs no request of the
 * load.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class MetricsWatch implements AutoCloseable {

    /** When this many rounds are stored, every second one is dropped, and the interval doubles. */
    static final int MOST_ROUNDS = 20_000;

    private static final long PATIENCE_MS = 3000;

    private final List<WatchedPage> pages;
    private final Function<URI, MetricsPage> reader;
    private final Runnable cancel;
    private final NanoClock clock;
    private final Thread thread;
    private final List<Round> rounds = new ArrayList<>();
    private final SortedMap<String, Double> before;
    private SortedMap<String, Double> last = new TreeMap<>();
    private long interval;
    private volatile boolean stopped;

    MetricsWatch(
            List<WatchedPage> pages,
            Function<URI, MetricsPage> reader,
            Runnable cancel,
            Duration interval,
            NanoClock clock) {
        this.pages = pages;
        this.reader = reader;
        this.cancel = cancel;
        this.interval = interval.toNanos();
        this.clock = clock;
        round();
        before = last;
        thread = LoadThreads.PLATFORM.unstarted("llmperf-metrics", this::watch);
    }

    /**
     * Reads all pages once, and starts reading on.
     *
     * @param plan says which pages and how often; where it allows no probe, nothing is read
     * @return the watch, to be ended when the load has
     */
    public static MetricsWatch start(LoadPlan plan, NanoClock clock) {
        MetricsPages client = new MetricsPages(plan.target());
        boolean asked = !plan.target().metricsUrls().isEmpty();
        List<URI> urls = plan.observation().probe() ? plan.target().metricsPages() : List.of();
        List<WatchedPage> pages = urls.stream()
                .map(url -> new WatchedPage(url, ShownUrl.of(url.toString()), asked))
                .toList();
        MetricsWatch watch = new MetricsWatch(
                pages, client::read, client::close, plan.observation().interval(), clock);
        if (watch.interval > 0 && !pages.stream().allMatch(WatchedPage::isIdle)) {
            watch.thread.start();
        }
        return watch;
    }

    private void watch() {
        try {
            readOn();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Keeps to the interval: a slow reading makes later readings drop out, not shift. */
    void readOn() throws InterruptedException {
        long due = clock.now() + interval;
        while (!stopped) {
            clock.sleepUntil(due);
            round();
            due += interval * (1 + Math.max(0, clock.now() - due) / interval);
        }
    }

    private void round() {
        List<MetricsReading> readings = new ArrayList<>();
        SortedMap<String, Double> sums = new TreeMap<>();
        for (WatchedPage page : pages) {
            if (stopped && Thread.currentThread() == thread) {
                return;
            }
            readings.add(page.isIdle() ? MetricsReading.NOTHING : read(page, sums));
        }
        add(clock.now(), readings, sums);
    }

    private MetricsReading read(WatchedPage page, SortedMap<String, Double> sums) {
        MetricsPage answer = reader.apply(page.url);
        if (stopped && Thread.currentThread() == thread) {
            // The end of the load cut this reading off: no fault of the page.
            return MetricsReading.NOTHING;
        }
        if (answer instanceof MetricsPage.Read read) {
            ServerMetrics.add(sums, read.metrics());
        }
        return page.add(answer);
    }

    private synchronized void add(long at, List<MetricsReading> readings, SortedMap<String, Double> sums) {
        if (stopped && Thread.currentThread() == thread) {
            return;
        }
        MetricsReading all = MetricsReading.NOTHING;
        Set<RawMetric> missing = EnumSet.noneOf(RawMetric.class);
        for (int i = 0; i < readings.size(); i++) {
            all = all.and(readings.get(i));
            missing.addAll(pages.get(i).missing(readings.get(i)));
        }
        MetricsReading complete = all.without(missing);
        if (!complete.values().isEmpty()) {
            rounds.add(new Round(at, complete));
        }
        last = sums.isEmpty() ? last : sums;
        if (rounds.size() >= MOST_ROUNDS) {
            thin();
        }
    }

    private void thin() {
        List<Round> kept = new ArrayList<>();
        for (int i = 0; i < rounds.size(); i += 2) {
            kept.add(rounds.get(i));
        }
        rounds.clear();
        rounds.addAll(kept);
        interval *= 2;
    }

    /** Ends the watch with a last reading. */
    public ServerLog end() {
        stop();
        round();
        return log(ServerMetrics.between(before, last));
    }

    /**
     * Ends the watch at once: the end of a build does not wait for a slow server.
     *
     * @return what was read until now, without what the load changed
     */
    public ServerLog cut() {
        stop();
        return log(new TreeMap<>());
    }

    private synchronized ServerLog log(SortedMap<String, Double> change) {
        return new ServerLog(
                "", rounds, pages.stream().map(WatchedPage::source).toList(), change, ServerLog.Profiled.NOT);
    }

    private void stop() {
        stopped = true;
        thread.interrupt();
        cancel.run();
        boolean interrupted = Thread.interrupted();
        try {
            thread.join(PATIENCE_MS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        stop();
    }
}
