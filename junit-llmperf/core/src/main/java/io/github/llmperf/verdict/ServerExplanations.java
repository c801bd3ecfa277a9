package io.github.llmperf.verdict;

import io.github.llmperf.load.ServerLog.Source;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.measure.server.SeriesKind;
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
public final class ServerExplanations {

    static final int FEW = 4;

    private static final double BUSY = 90;
    private static final double IDLE = 50;
    private static final double FULL = 95;
    private static final double CPU_BUSY = 80;

    /** Throughput is flat if the two halves of a run differ by no more than this. */
    private static final double FLAT = .10;

    /** Number of waiting requests that is worth reporting. */
    private static final double SOME = 1;

    private static final int QUARTERS = 4;

    private final ServerView server;
    private final Measurement measurement;
    private final List<ServerExplanation> sayings = new ArrayList<>();

    private ServerExplanations(ServerView server, Measurement measurement) {
        this.server = server;
        this.measurement = measurement;
    }

    /**
     * Returns what the metrics clearly show.
     *
     * @return what is evident; empty where nothing is
     */
    public static List<ServerExplanation> of(Candidate candidate) {
        ServerExplanations says = new ServerExplanations(candidate.server(), candidate.measurement());
        says.gpuBusy();
        says.gpuIdle();
        says.memoryFull();
        says.queueGrew();
        candidate.server().log().sources().forEach(says::source);
        candidate
                .server()
                .log()
                .profiled()
                .problems()
                .forEach(why -> says.sayings.add(new ServerExplanation.Profiler(why)));
        return says.sayings;
    }

    private Optional<ServerSeries> series(SeriesKind meaning) {
        return server.measured(meaning).filter(one -> one.points().size() >= FEW);
    }

    private void gpuBusy() {
        Optional<ServerSeries> gpu = series(SeriesKind.GPU).filter(one -> one.mean() > BUSY);
        Optional<ServerSeries> rate = series(SeriesKind.TOKEN_RATE);
        Optional<ServerSeries> waiting = series(SeriesKind.WAITING).filter(one -> one.mean() >= SOME);
        if (gpu.isEmpty() || rate.isEmpty() || waiting.isEmpty()) {
            return;
        }
        double first = rate.get().mean(0, 2).orElse(0);
        double second = rate.get().mean(1, 2).orElse(0);
        if (first > 0 && Math.abs(second / first - 1) <= FLAT) {
            sayings.add(new ServerExplanation.GpuBusy(
                    gpu.get().mean(), first, second, waiting.get().mean()));
        }
    }

    private void gpuIdle() {
        Optional<ServerSeries> gpu = series(SeriesKind.GPU).filter(one -> one.mean() < IDLE);
        if (gpu.isEmpty()) {
            return;
        }
        double queued = series(SeriesKind.WAITING).map(ServerSeries::mean).orElse(0.0);
        double held = heldBack();
        if (queued < SOME && held < SOME) {
            return;
        }
        boolean here = queued < SOME;
        sayings.add(new ServerExplanation.GpuIdle(gpu.get().mean(), here ? held : queued, here, busyCpu()));
    }

    /** Little's law: mean lateness × request rate = requests waiting. */
    private double heldBack() {
        OptionalDouble late = measurement.value(Measure.of(Metric.CLIENT_DELAY));
        OptionalDouble rate = measurement.value(Measure.of(Metric.ATTEMPT_RATE));
        return late.isPresent() && rate.isPresent() ? late.getAsDouble() / 1000 * rate.getAsDouble() : 0;
    }

    private OptionalDouble busyCpu() {
        return series(SeriesKind.CPU)
                .filter(one -> one.mean() > CPU_BUSY)
                .map(one -> OptionalDouble.of(one.mean()))
                .orElseGet(OptionalDouble::empty);
    }

    private void memoryFull() {
        Optional<ServerSeries> memory = series(SeriesKind.KV_CACHE).filter(one -> one.max() > FULL);
        Optional<ServerSeries> preempted = series(SeriesKind.PREEMPTIONS);
        if (memory.isEmpty() || preempted.isEmpty()) {
            return;
        }
        long count = Math.round(preempted.get().max() - preempted.get().min());
        if (count > 0) {
            sayings.add(new ServerExplanation.CacheFull(memory.get().max(), count));
        }
    }

    private void queueGrew() {
        Optional<ServerSeries> waiting =
                series(SeriesKind.WAITING).filter(one -> one.points().size() >= 2 * QUARTERS);
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
            sayings.add(new ServerExplanation.QueueGrew(means));
        }
    }

    private void source(Source source) {
        if (!source.asked() && source.failed() == source.readings()) {
            return;
        }
        if (source.failed() > 0) {
            sayings.add(new ServerExplanation.MetricsUnread(
                    source.url(), source.failed(), source.readings(), source.why()));
        } else if (source.asked() && !source.known()) {
            sayings.add(new ServerExplanation.MetricsUnknown(source.url(), source.readings(), source.malformed()));
        }
    }
}
