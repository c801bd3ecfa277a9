package io.github.llmperf.measure;

import io.github.llmperf.client.RequestPhase;
import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.Phases.WindowKind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** A streamed closed loop measured by the definitions, list by list and moment by moment, without any regard to cost. */
record PlainCount(LoadPlan plan, LoadRun run) {

    /** The samples of the metrics that every streamed request has. */
    Map<Metric, List<Double>> samples() {
        Map<Metric, List<Double>> samples = new EnumMap<>(Metric.class);
        for (RequestRecord r : measured()) {
            put(
                    samples,
                    Metric.RESPONSE_TIME,
                    millis(r.moments().end() - r.moments().sent()));
            long[] events = r.moments().tokenEvents();
            if (r.succeeded() && events.length > 0) {
                put(samples, Metric.TTFT, millis(events[0] - r.moments().sent()));
                put(
                        samples,
                        Metric.E2E,
                        millis(events[events.length - 1] - r.moments().sent()));
                for (int i = 1; i < events.length; i++) {
                    put(samples, Metric.ITL, millis(events[i] - events[i - 1]));
                }
            }
        }
        return samples;
    }

    /** How many samples of gaps end in each slice. */
    long[] gapsPerSlice() {
        long[] counts = new long[Measurement.SLICES];
        long from = run.times().windowOpened();
        double length = run.times().windowClosed() - from;
        for (RequestRecord r : measured()) {
            long[] events = r.moments().tokenEvents();
            for (int i = 1; r.succeeded() && i < events.length; i++) {
                double part = (events[i] - from) / length;
                counts[(int) Math.max(0, Math.min(counts.length - 1, Math.floor(counts.length * part)))]++;
            }
        }
        return counts;
    }

    double outputTokensInside(long from, long to, boolean cooldownToo) {
        return countedInRates(cooldownToo).stream()
                .filter(RequestRecord::succeeded)
                .mapToDouble(r -> partInside(r, from, to) * r.answer().outputTokens())
                .sum();
    }

    double attemptsInside(long from, long to, boolean cooldownToo) {
        return countedInRates(cooldownToo).stream()
                .mapToDouble(r -> partInside(r, from, to))
                .sum();
    }

    private List<RequestRecord> countedInRates(boolean cooldownToo) {
        return ended().stream()
                .filter(r -> cooldownToo || r.phase() != RequestPhase.COOLDOWN)
                .toList();
    }

    private static double partInside(RequestRecord r, long from, long to) {
        long inside = 0;
        long millis = 0;
        for (long at = r.moments().sent(); at < r.moments().end(); at += 1_000_000) {
            inside += at >= from && at < to ? 1 : 0;
            millis++;
        }
        return (double) inside / millis;
    }

    /** The most requests in flight, looked at in the instant of each sending. */
    int peak(long from, long to) {
        int peak = 0;
        for (RequestRecord r : run.records()) {
            long at = Math.max(from, r.moments().sent());
            if (at < to) {
                peak = Math.max(peak, (int) run.records().stream()
                        .filter(o -> o.moments().sent() <= at && o.moments().end() > at)
                        .count());
            }
        }
        return peak;
    }

    double mean(long from, long to) {
        double total = 0;
        for (RequestRecord r : run.records()) {
            total += Math.max(
                    0,
                    Math.min(to, r.moments().end()) - Math.max(from, r.moments().sent()));
        }
        return total / (to - from);
    }

    List<RequestRecord> measured() {
        return ended().stream().filter(r -> r.phase() == RequestPhase.MEASURED).toList();
    }

    long of(RequestPhase phase) {
        return run.records().stream().filter(r -> r.phase() == phase).count();
    }

    long endedWarmups() {
        return ended().stream().filter(r -> r.phase() == RequestPhase.WARMUP).count();
    }

    long measuredInFlightAtEnd() {
        return of(RequestPhase.MEASURED) - measured().size();
    }

    private List<RequestRecord> ended() {
        boolean wholeRun = plan.load().phases().window() == WindowKind.WHOLE_RUN;
        return run.records().stream()
                .filter(r -> !r.cancelled())
                .filter(r -> !wholeRun || r.moments().end() <= run.times().windowClosed())
                .toList();
    }

    private static void put(Map<Metric, List<Double>> samples, Metric metric, double value) {
        samples.computeIfAbsent(metric, m -> new ArrayList<>()).add(value);
    }

    private static double millis(long nanos) {
        return nanos / 1e6;
    }
}
