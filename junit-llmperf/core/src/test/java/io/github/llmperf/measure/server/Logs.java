package io.github.llmperf.measure.server;

import io.github.llmperf.client.prometheus.MetricsReading;
import io.github.llmperf.client.prometheus.RawMetric;
import io.github.llmperf.load.Health;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.load.RunTimes;
import io.github.llmperf.load.ServerLog;
import io.github.llmperf.load.ServerLog.Profiled;
import io.github.llmperf.load.ServerLog.Round;
import io.github.llmperf.load.ServerLog.Source;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;

/** Logs written by hand: a round each second from 0 on. */
public final class Logs {

    private static final long SECOND = 1_000_000_000L;

    private final int rounds;
    private final Map<RawMetric, IntToDoubleFunction> values = new EnumMap<>(RawMetric.class);
    private final SortedMap<String, IntToDoubleFunction> gpus = new TreeMap<>();
    private final List<Source> sources = new ArrayList<>();
    private Profiled profiled = Profiled.NOT;

    private Logs(int rounds) {
        this.rounds = rounds;
    }

    public static Logs of(int rounds) {
        return new Logs(rounds);
    }

    public Logs with(RawMetric ingredient, IntToDoubleFunction value) {
        values.put(ingredient, value);
        return this;
    }

    public Logs gpu(String name, IntToDoubleFunction busy) {
        gpus.put(name, busy);
        return this;
    }

    public Logs source(Source source) {
        sources.add(source);
        return this;
    }

    public Logs profiled(Profiled fared) {
        profiled = fared;
        return this;
    }

    public ServerLog log() {
        List<Round> all = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            Map<RawMetric, Double> now = new EnumMap<>(RawMetric.class);
            int second = i;
            values.forEach((ingredient, value) -> now.put(ingredient, value.applyAsDouble(second)));
            SortedMap<String, Double> busy = new TreeMap<>();
            gpus.forEach((gpu, value) -> busy.put(gpu, value.applyAsDouble(second)));
            all.add(new Round(i * SECOND, new MetricsReading(now, busy)));
        }
        return new ServerLog("", all, sources, new TreeMap<>(), profiled);
    }

    /** The view of a load from 1 s on, measured from 2 s to two seconds before the last round. */
    public ServerView view() {
        long last = rounds - 1L;
        return ServerView.of(log(), List.of(run(SECOND, 2 * SECOND, (last - 2) * SECOND, (last - 1) * SECOND)));
    }

    public static LoadRun run(long started, long opened, long closed, long ended) {
        return new LoadRun(
                Instant.EPOCH,
                new RunTimes(started, opened, closed, ended),
                List.of(),
                0,
                Health.unknown(),
                LoadRun.End.COMPLETED);
    }
}
