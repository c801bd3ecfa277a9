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
 * What the server's side of a run explains, in sentences: where its limit lies, and what could not be read. Only measured
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
    private final List<String> sentences = new ArrayList<>();

    private ServerSays(ServerView server, Measurement measurement) {
        this.server = server;
        this.measurement = measurement;
    }

    /**
     * Says what is evident.
     *
     * @param candidate of which run
     * @return sentences; empty where nothing is
     */
    public static List<String> of(Candidate candidate) {
        ServerSays says = new ServerSays(candidate.server(), candidate.measurement());
        says.gpuBusy();
        says.gpuIdle();
        says.memoryFull();
        says.queueGrew();
        candidate.server().log().sources().forEach(says::source);
        says.sentences.addAll(candidate.server().log().profiled().problems());
        return says.sentences;
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
            sentences.add("The GPU was busy (" + percent(gpu.get().mean()) + " on average) and throughput stayed flat ("
                    + Words.number(first) + " tokens/s in the first half of the window, " + Words.number(second)
                    + " in the second) while " + requests(waiting.get().mean())
                    + " waited on average: the GPU is the limit, and more load only lengthens the queue.");
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
        String what = "The GPU was idle much of the time (" + percent(gpu.get().mean()) + " busy on average) while "
                + requests(here ? held : queued) + " waited " + (here ? "in this client" : "in the server's queue")
                + " on average: ";
        sentences.add(what
                + (here
                        ? "the server could take more. Raise maxInFlight, or give this client more processor time."
                        : "the limit lies before the GPU, such as the largest batch or the work of the CPU" + cpu()
                                + "."));
    }

    /** Little's law: what is late by a mean time, so many times a second, is so many at a time. */
    private double heldBack() {
        OptionalDouble late = measurement.value(Measure.of(Metric.CLIENT_DELAY));
        OptionalDouble rate = measurement.value(Measure.of(Metric.ATTEMPT_RATE));
        return late.isPresent() && rate.isPresent() ? late.getAsDouble() / 1000 * rate.getAsDouble() : 0;
    }

    private String cpu() {
        return series(Meaning.CPU)
                .filter(one -> one.mean() > CPU_BUSY)
                .map(one -> " (" + percent(one.mean()) + " busy)")
                .orElse("");
    }

    private void memoryFull() {
        Optional<ServerSeries> memory = series(Meaning.KV_CACHE).filter(one -> one.max() > FULL);
        Optional<ServerSeries> preempted = series(Meaning.PREEMPTIONS);
        if (memory.isEmpty() || preempted.isEmpty()) {
            return;
        }
        long count = Math.round(preempted.get().max() - preempted.get().min());
        if (count > 0) {
            sentences.add("The KV cache was full (" + percent(memory.get().max()) + " at the fullest) and "
                    + Words.count(count, "request") + (count == 1 ? " was" : " were")
                    + " put back during the window, to be computed again: give the cache more memory, let fewer requests"
                    + " run at once, or shorten prompts and answers.");
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
            sentences.add("The server's queue grew throughout: " + Words.number(means.get(0)) + ", "
                    + Words.number(means.get(1)) + ", " + Words.number(means.get(2)) + " and "
                    + Words.number(means.get(3)) + " requests waited on average in the quarters of the window. Requests"
                    + " come faster than they are answered, so latencies depend on how long the load lasts.");
        }
    }

    private void source(Source source) {
        if (!source.asked() && source.failed() == source.readings()) {
            return;
        }
        if (source.failed() > 0) {
            sentences.add("Metrics at " + source.url() + " could not be read in " + source.failed() + " of "
                    + Words.count(source.readings(), "reading") + ": " + source.why() + ".");
        } else if (source.asked() && !source.known()) {
            sentences.add("Metrics at " + source.url() + " were read " + Words.count(source.readings(), "time")
                    + ", but nothing in them is known here" + lines(source) + ".");
        }
    }

    private static String lines(Source source) {
        return source.malformed() == 0
                ? ""
                : ": " + Words.count(source.malformed(), "line") + " of the last page "
                        + (source.malformed() == 1 ? "is" : "are") + " none of Prometheus' text format";
    }

    private static String percent(double percent) {
        return Words.percent(percent / 100);
    }

    private static String requests(double mean) {
        double tenths = Math.round(mean * 10) / 10.;
        return Words.number(tenths) + (tenths == 1 ? " request" : " requests");
    }
}
