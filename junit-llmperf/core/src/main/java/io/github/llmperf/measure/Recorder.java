package io.github.llmperf.measure;

import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.load.RunTimes;
import io.github.llmperf.measure.Measurement.Window;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.plan.Arrival;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.Phases.WindowKind;
import java.util.List;
import java.util.Map;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Turns the records of a run into its measurement.
 *
 * <p>Latencies, sizes, error rate and attainment are over measured requests: in a steady window those sent inside it,
 * whenever they ended; over the whole run those that ended by the deadline. Rates and goodput are over what arrived and
 * ended inside the window, whenever it was sent. Cancelled requests are in flight, neither succeeded nor failed.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class Recorder {

    private final LoadPlan plan;
    private final LoadRun run;
    private final RequestLatencies latencies;
    private final Span window;
    private final Span whole;
    private final List<RequestRecord> counted;
    private final Tally tally;

    private Recorder(LoadPlan plan, LoadRun run) {
        this.plan = plan;
        this.run = run;
        latencies = RequestLatencies.of(plan);
        tally = new Tally(plan.workload().maxNewTokens());
        RunTimes times = run.times();
        window = new Span(times.windowOpened(), times.windowClosed());
        whole = new Span(times.started(), times.ended());
        counted = run.records().stream().filter(this::counts).toList();
    }

    /**
     * Measures a run.
     *
     * @param plan what was asked for
     * @param run what happened
     * @return distributions, rates and counts over the run's window
     */
    public static Measurement measure(LoadPlan plan, LoadRun run) {
        return new Recorder(plan, run).measurement();
    }

    /**
     * Measures repetitions of a run and pools them.
     *
     * @param plan what was asked for
     * @param runs what happened, one or more
     * @return distributions and counts of all, rates averaged over their windows
     */
    public static Measurement measure(LoadPlan plan, List<LoadRun> runs) {
        return Repetitions.pool(runs.stream().map(run -> measure(plan, run)).toList());
    }

    private Measurement measurement() {
        Samples samples = new Samples(window);
        RequestSamples perRequest = new RequestSamples(latencies, samples);
        for (RequestRecord record : counted) {
            if (record.measured()) {
                tally.add(record);
                perRequest.add(record);
            }
        }
        Window outline = outline();
        Span rated = outline.ratesFromWholeRun() ? whole : window;
        Concurrency concurrency = Concurrency.of(run.records(), rated);
        return new Measurement(
                samples.whole(),
                samples.slices(),
                rates(rated, concurrency),
                tally.requests(warmups(), inFlightAtEnd()),
                tally.tokens(),
                outline,
                flow(whole).wholeRun(),
                concurrency.peak(),
                Notes.of(plan, run, outline, tally));
    }

    /** Tells whether a request ended in time; over the whole run one may slip in between deadline and cancelling. */
    private boolean counts(RequestRecord record) {
        return !record.cancelled()
                && (!isWholeRun() || record.moments().end() <= run.times().windowClosed());
    }

    private Window outline() {
        boolean ratesFromWholeRun = !isWholeRun() && window.seconds() < whole.seconds() / 2;
        return new Window(
                plan.phases().window(), window.seconds(), steadySeconds(), whole.seconds(), ratesFromWholeRun);
    }

    private Map<Metric, Double> rates(Span rated, Concurrency concurrency) {
        Map<Metric, Double> rates = flow(rated).rates();
        if (tally.attempted() > 0) {
            rates.put(Metric.ERROR_RATE, 100.0 * tally.failed() / tally.attempted());
            if (plan.limits().hasPerRequestLimits()) {
                long met = counted.stream()
                        .filter(record -> record.measured() && latencies.meetsLimits(record))
                        .count();
                rates.put(Metric.ATTAINMENT, 100.0 * met / tally.attempted());
            }
        }
        if (rated.seconds() > 0) {
            rates.put(Metric.CONCURRENCY, concurrency.mean());
        }
        return rates;
    }

    private Flow flow(Span span) {
        Flow flow = new Flow(span, latencies);
        counted.forEach(flow::add);
        return flow;
    }

    /** Returns how long all users were active: after the ramp, and until the queue was empty or the window closed. */
    private double steadySeconds() {
        if (!isWholeRun() || !(plan.arrival() instanceof Arrival.ClosedLoop closed)) {
            return window.seconds();
        }
        long lastSpawn =
                window.from() + closed.ramp().startOf(closed.users() - 1).toNanos();
        long until = window.to();
        if (plan.requestGoal().isPresent()) {
            until = run.records().stream()
                    .mapToLong(record -> record.moments().sent())
                    .max()
                    .orElse(lastSpawn);
        }
        return new Span(lastSpawn, until).seconds();
    }

    private long warmups() {
        return counted.stream().filter(RequestRecord::warmup).count();
    }

    private long inFlightAtEnd() {
        long ended = run.records().stream().filter(r -> !r.cancelled()).count();
        long cancelledWarmups =
                run.records().stream().filter(r -> r.cancelled() && r.warmup()).count();
        return run.inFlightAtEnd() + ended - counted.size() - cancelledWarmups;
    }

    private boolean isWholeRun() {
        return plan.phases().window() == WindowKind.WHOLE_RUN;
    }
}
