package io.github.llmperf.measure;

import io.github.llmperf.client.RequestPhase;
import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.client.RequestTimestamps;
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
 * Turns the records of a run into its measurement, in one pass that keeps none of them.
 *
 * <p>Latencies, sizes, error rate and attainment are over measured requests: in a steady window those sent inside it,
 * whenever they ended; over the whole run those that ended by the deadline. Rates and goodput are over what was done
 * inside the window, whenever it was sent. Cancelled requests are in flight, neither succeeded nor failed, unless they
 * hung: see {@link UnfinishedRequests}. Requests of the cooldown are counted by themselves; only concurrency and the rates
 * over the whole run contain them.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class Recorder {

    private final LoadPlan plan;
    private final LoadRun run;
    private final RequestLatencies latencies;
    private final TimeSpan window;
    private final TimeSpan whole;
    private final boolean ratesFromWholeRun;
    private final MeasuredCounts measuredCounts;
    private final Samples samples;
    private final RequestSamples perRequest;
    private final ThroughputCounts inWindow;
    private final ThroughputCounts inWhole;
    private final Concurrency.Sweep sweep;
    private long met;
    private long warmups;
    private long cooldowns;
    private long endedLate;
    private long cutWarmups;
    private long lastSent = RequestTimestamps.NEVER;
    private final UnfinishedRequests unfinished;

    private Recorder(LoadPlan plan, LoadRun run) {
        this.plan = plan;
        this.run = run;
        latencies = RequestLatencies.of(plan);
        RunTimes times = run.times();
        window = new TimeSpan(times.windowOpened(), times.windowClosed());
        whole = new TimeSpan(times.started(), times.ended());
        ratesFromWholeRun = !isWholeRun() && window.seconds() < secondsWithoutCooldown(times) / 2;
        measuredCounts = new MeasuredCounts(latencies.streamed());
        samples = new Samples(window);
        perRequest = new RequestSamples(latencies, samples);
        inWindow = new ThroughputCounts(window, latencies, !plan.isOpenLoop());
        inWhole = new ThroughputCounts(whole, latencies, !plan.isOpenLoop());
        unfinished = new UnfinishedRequests(latencies, plan.caps().timeout());
        sweep = new Concurrency.Sweep(run.records().size(), rated());
    }

    /**
     * Computes the measurement of a run.
     *
     * @return distributions, rates and counts over the run's window
     */
    public static Measurement measure(LoadPlan plan, LoadRun run) {
        Recorder recorder = new Recorder(plan, run);
        run.records().forEach(recorder::add);
        return recorder.measurement();
    }

    /**
     * Measures repetitions of a run and pools them.
     *
     * @param runs what happened, one or more
     * @return distributions and counts of all, rates averaged over their windows
     */
    public static Measurement measure(LoadPlan plan, List<LoadRun> runs) {
        return pool(runs.stream().map(run -> measure(plan, run)).toList());
    }

    /**
     * Pools what was measured of each of several runs of one plan.
     *
     * @param all one or more
     * @return distributions and counts of all, rates averaged over their windows
     */
    public static Measurement pool(List<Measurement> all) {
        return Repetitions.pool(all);
    }

    private void add(RequestRecord record) {
        sweep.add(record.moments());
        lastSent = Math.max(lastSent, record.moments().sent());
        boolean cooldown = record.phase() == RequestPhase.COOLDOWN;
        cooldowns += cooldown ? 1 : 0;
        if (record.cancelled()) {
            cutWarmups += record.warmup() ? 1 : 0;
            addUnfinished(record);
        } else if (isWholeRun() && record.moments().end() > run.times().windowClosed()) {
            // A request may end between the deadline and its cancellation.
            endedLate += cooldown ? 0 : 1;
            addUnfinished(record);
        } else {
            addEnded(record);
        }
    }

    /** What ends a run before its time cuts requests off that nothing is wrong with. */
    private void addUnfinished(RequestRecord record) {
        if (record.measured() && run.end().isAsPlanned()) {
            long end = record.moments().end();
            unfinished.add(record, isWholeRun() ? Math.min(end, run.times().windowClosed()) : end);
        }
    }

    private void addEnded(RequestRecord record) {
        if (record.failedHere()) {
            if (record.measured()) {
                measuredCounts.add(record);
            }
            return;
        }
        if (record.succeeded()) {
            unfinished.succeeded(record);
        }
        inWhole.add(record);
        if (record.phase() != RequestPhase.COOLDOWN) {
            inWindow.add(record);
        }
        if (record.warmup()) {
            warmups++;
        }
        if (record.measured()) {
            measuredCounts.add(record);
            perRequest.add(record);
            met += latencies.meetsLimits(record) ? 1 : 0;
        }
    }

    /** What hung when the run ended has failed. */
    private int addHanging() {
        List<HungRequest> hanging = unfinished.takeHanging();
        for (HungRequest hung : hanging) {
            measuredCounts.add(hung);
            samples.add(Metric.RESPONSE_TIME, hung.ageMillis(), latencies.start(hung.record()));
        }
        return hanging.size();
    }

    private Measurement measurement() {
        int hung = addHanging();
        Window outline = new Window(
                plan.load().phases().window(), window.seconds(), steadySeconds(), whole.seconds(), ratesFromWholeRun);
        Concurrency concurrency = sweep.concurrency();
        Map<Metric, List<Distribution>> slices = samples.slices();
        long inFlightAtEnd = run.inFlightAtEnd() + endedLate - cutWarmups - hung;
        return new Measurement(
                Samples.whole(slices),
                slices,
                rates(concurrency),
                measuredCounts.requests(warmups, cooldowns, inFlightAtEnd),
                measuredCounts.tokens(),
                outline,
                new Measurement.WholeRun(inWhole.rates()),
                concurrency.peak(),
                unfinished.least(),
                Notes.of(plan, run, outline, measuredCounts));
    }

    /** A cooldown makes the run longer, but the window no worse. */
    private double secondsWithoutCooldown(RunTimes times) {
        double afterwards = (times.ended() - times.windowClosed()) / 1e9;
        return whole.seconds() - Math.min(plan.load().phases().cooldown().toNanos() / 1e9, afterwards);
    }

    private Map<Metric, Double> rates(Concurrency concurrency) {
        Map<Metric, Double> rates = (ratesFromWholeRun ? inWhole : inWindow).rates();
        if (measuredCounts.attempted() > 0) {
            rates.put(Metric.ERROR_RATE, 100.0 * measuredCounts.failed() / measuredCounts.attempted());
            if (plan.criteria().limits().hasPerRequestLimits()) {
                rates.put(Metric.ATTAINMENT, attainment());
            }
        }
        if (rated().seconds() > 0) {
            rates.put(Metric.CONCURRENCY, concurrency.mean());
        }
        return rates;
    }

    /** The smaller of two: of the requests that ended, and the most that is possible with those cut off. */
    private double attainment() {
        double most = met + unfinished.count() - unfinished.broken();
        return 100
                * Math.min(
                        (double) met / measuredCounts.attempted(),
                        most / (measuredCounts.attempted() + unfinished.count()));
    }

    private TimeSpan rated() {
        return ratesFromWholeRun ? whole : window;
    }

    /** Returns how long all users were active: after the ramp, and until the queue was empty or the window closed. */
    private double steadySeconds() {
        if (!isWholeRun() || !(plan.load().arrival() instanceof Arrival.ClosedLoop closed)) {
            return window.seconds();
        }
        long lastSpawn =
                window.from() + closed.ramp().startOf(closed.users() - 1).toNanos();
        long until = window.to();
        if (plan.requestGoal().isPresent()) {
            until = run.records().isEmpty() ? lastSpawn : lastSent;
        }
        return new TimeSpan(lastSpawn, until).seconds();
    }

    private boolean isWholeRun() {
        return plan.load().phases().window() == WindowKind.WHOLE_RUN;
    }
}
