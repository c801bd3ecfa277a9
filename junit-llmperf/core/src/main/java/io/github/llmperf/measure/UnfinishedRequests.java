package io.github.llmperf.measure;

import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.client.RequestTimestamps;
import io.github.llmperf.metric.Metric;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Measured requests that the end of a run cut off, and what is certain of them. A request that has been silent for
 * {@value #TIMES_THE_LONGEST} times as long as the longest success took, or in flight for the time-out, has failed. Any
 * other has taken as long as it was in flight, at least.
 */
final class UnfinishedRequests {

    /** No request of a healthy run is silent for that long: the others show how long requests take. */
    static final int TIMES_THE_LONGEST = 5;

    /** A request, and when it was cut off. */
    private record Cut(RequestRecord record, long at) {}

    private final RequestLatencies latencies;
    private final Duration timeout;
    private final List<Cut> hanging = new ArrayList<>();
    private final List<Cut> cut = new ArrayList<>();
    private double longestMillis = Double.POSITIVE_INFINITY;

    UnfinishedRequests(RequestLatencies latencies, Duration timeout) {
        this.latencies = latencies;
        this.timeout = timeout;
    }

    /** Adds a measured request; one that the plan wanted sent later is none. */
    void add(RequestRecord record, long at) {
        if (at > latencies.start(record)) {
            cut.add(new Cut(record, at));
        }
    }

    /** A request has succeeded. */
    void succeeded(RequestRecord record) {
        double millis = latencies.responseTime(record);
        longestMillis = Double.isInfinite(longestMillis) ? millis : Math.max(longestMillis, millis);
    }

    /** All are known: finds those that hang. */
    List<HungRequest> takeHanging() {
        cut.stream().filter(this::hangs).forEach(hanging::add);
        cut.removeAll(hanging);
        return hanging.stream()
                .map(one -> new HungRequest(one.record(), silentMillis(one), ageMillis(one)))
                .toList();
    }

    private boolean hangs(Cut one) {
        long sent = one.record().moments().sent();
        return silentMillis(one) > TIMES_THE_LONGEST * longestMillis
                || (sent != RequestTimestamps.NEVER && one.at() - sent >= timeout.toNanos());
    }

    /** What came between the deadline and the cancellation came too late. */
    private double silentMillis(Cut one) {
        long last = latencies.start(one.record());
        for (long event : one.record().moments().tokenEvents()) {
            last = event <= one.at() ? event : last;
        }
        return RequestLatencies.millis(one.at() - last);
    }

    private double ageMillis(Cut one) {
        return RequestLatencies.millis(one.at() - latencies.start(one.record()));
    }

    int count() {
        return cut.size();
    }

    /** Returns how many have broken a limit on each request already. */
    long broken() {
        return cut.stream()
                .filter(one -> exceeds(ageMillis(one), latencies.limits().eachE2e())
                        || (latencies.streamed()
                                && exceeds(ttft(one), latencies.limits().eachTtft())))
                .count();
    }

    private static boolean exceeds(double millis, OptionalDouble limit) {
        return limit.isPresent() && millis > limit.getAsDouble();
    }

    /** Returns the least that each latency of each request can be. */
    Map<Metric, Distribution> least() {
        Map<Metric, Distribution> least = new EnumMap<>(Metric.class);
        for (Cut one : cut) {
            add(least, Metric.E2E, ageMillis(one));
            add(least, Metric.RESPONSE_TIME, ageMillis(one));
            if (latencies.streamed()) {
                add(least, Metric.TTFT, ttft(one));
                add(least, Metric.TTFO, ttfo(one));
            }
        }
        return least;
    }

    private double ttft(Cut one) {
        return Math.min(ageMillis(one), latencies.ttft(one.record()).orElse(Double.POSITIVE_INFINITY));
    }

    /** Without visible text yet, the first token is all that is certain: an answer may have none. */
    private double ttfo(Cut one) {
        return Math.max(
                ttft(one), Math.min(ageMillis(one), latencies.ttfo(one.record()).orElse(0)));
    }

    private static void add(Map<Metric, Distribution> least, Metric metric, double millis) {
        least.computeIfAbsent(metric, name -> new Distribution()).add(millis);
    }
}
