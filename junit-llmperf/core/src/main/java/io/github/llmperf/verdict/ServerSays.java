package io.github.llmperf.verdict;

import io.github.llmperf.load.ServerLog.Source;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.measure.server.Meaning;
import io.github.llmperf.measure.server.ServerSeries;
import io.github.llmperf.measure.server.ServerView;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * What the server's side of a run explains: where its limit lies, and what could not be read. Only measured
 * time counts, and nothing is said of fewer than {@value #FEW} readings in it.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class ServerSays {

    static final int FEW = 4;

    private static final double BUSY = 90;
    private static final double IDLE = 50;
    private static final double FULL = 95;
    private static final double CPU_BUSY = 80;

    /** Halves of a run whose throughput differs by no more are flat. */
    private static final double FLAT = .10;

    /** Requests of which it is worth talking when they wait. */
    private static final double SOME = 1;

    private static final int QUARTERS = 4;

    private final ServerView server;
    private final Measurement measurement;
    private final List<ServerSaying> sayings = new ArrayList<>();

    private ServerSays(ServerView server, Measurement measurement) {
        this.server = server;
        this.measurement = measurement;
    }

    /**
     * Says what is evident.
     *
     * @param candidate of which run
     * @return what is evident; empty where nothing is
     */
    public static List<ServerSaying> of(Candidate candidate) {
        ServerSays says = new ServerSays(candidate.server(), candidate.measurement());
        says.gpuBusy();
        says.gpuIdle();
        says.memoryFull();
        says.queueGrew();
        candidate.server().log().sources().forEach(says::source);
        candidate.server().log().profiled().problems().forEach(why -> says.sayings.add(new ServerSaying.Profiler(why)));
        return says.sayings;
    }

    private Optional<ServerSeries> series(Meaning meaning) {
        return server.measured(meaning).filter(one -> one.points().size() >= FEW);
    }

    private void gpuBusy() {
        Optional<ServerSeries> gpu = series(Meaning.GPU).filter(one -> one.mean() > BUSY);
        Optional<ServerSeries> rate = series(Meaning.TOKEN_RATE);
        Optional<ServerSeries> waiting = series(Meaning.WAITING).filter(one -> one.mean() >= SOME);
        if (gpu.isEmpty() || rate.isEmpty() || waiting.isEmpty()) {
            return;
        }
        double first = rate.get().mean(0, 2).orElse(0);
        double second = rate.get().mean(1, 2).orElse(0);
        if (first > 0 && Math.abs(second / first - 1) <= FLAT) {
            sayings.add(new ServerSaying.GpuBusy(
                    gpu.get().mean(), first, second, waiting.get().mean()));
        }
    }

    private void gpuIdle() {
        Optional<ServerSeries> gpu = series(Meaning.GPU).filter(one -> one.mean() < IDLE);
        if (gpu.isEmpty()) {
            return;
        }
        double queued = series(Meaning.WAITING).map(ServerSeries::mean).orElse(0.0);
        double held = heldBack();
        if (queued < SOME && held < SOME) {
            return;
        }
        boolean here = queued < SOME;
        sayings.add(new ServerSaying.GpuIdle(gpu.get().mean(), here ? held : queued, here, busyCpu()));
    }

    /** Little's law: what is late by a mean time, so many times a second, is so many at a time. */
    private double heldBack() {
        OptionalDouble late = measurement.value(Measure.of(Metric.CLIENT_DELAY));
        OptionalDouble rate = measurement.value(Measure.of(Metric.ATTEMPT_RATE));
        return late.isPresent() && rate.isPresent() ? late.getAsDouble() / 1000 * rate.getAsDouble() : 0;
    }

    private OptionalDouble busyCpu() {
        return series(Meaning.CPU)
                .filter(one -> one.mean() > CPU_BUSY)
                .map(one -> OptionalDouble.of(one.mean()))
                .orElseGet(OptionalDouble::empty);
    }

    private void memoryFull() {
        Optional<ServerSeries> memory = series(Meaning.KV_CACHE).filter(one -> one.max() > FULL);
        Optional<ServerSeries> preempted = series(Meaning.PREEMPTIONS);
        if (memory.isEmpty() || preempted.isEmpty()) {
            return;
        }
        long count = Math.round(preempted.get().max() - preempted.get().min());
        if (count > 0) {
            sayings.add(new ServerSaying.CacheFull(memory.get().max(), count));
        }
    }

    private void queueGrew() {
        Optional<ServerSeries> waiting =
                series(Meaning.WAITING).filter(one -> one.points().size() >= 2 * QUARTERS);
        if (waiting.isEmpty()) {
            return;
        }
        List<Double> means = new ArrayList<>();
        for (int i = 0; i < QUARTERS; i++) {
            means.add(waiting.get().mean(i, QUARTERS).orElse(0));
        }
        boolean rises = true;
        for (int i = 1; i < QUARTERS; i++) {
            rises &= means.get(i) > means.get(i - 1);
        }
        if (rises && means.get(QUARTERS - 1) - means.get(0) >= 2 * SOME) {
            sayings.add(new ServerSaying.QueueGrew(means));
        }
    }

    private void source(Source source) {
        if (!source.asked() && source.failed() == source.readings()) {
            return;
        }
        if (source.failed() > 0) {
            sayings.add(new ServerSaying.MetricsUnread(source.url(), source.failed(), source.readings(), source.why()));
        } else if (source.asked() && !source.known()) {
            sayings.add(new ServerSaying.MetricsUnknown(source.url(), source.readings(), source.malformed()));
        }
    }
}
