package io.github.llmperf.measure;

import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.metric.Metric;
import java.util.EnumMap;
import java.util.Map;

/**
 * Tokens that arrived and requests that ended within a time span, whenever they were sent: the numerators of all rates.
 *
 * <p>Requests that began before the span count with what arrived inside it, just as those still running at its end count
 * without what came later; so the flow is that of a server in steady state. Each token event carries an equal part of the
 * request's tokens and characters; hidden tokens, which no event brings, arrive with the first one, and what was not
 * streamed arrives at its end. Only successful requests deliver.
 */
final class ThroughputCounts {

    private final TimeSpan span;
    private final RequestLatencies latencies;
    private long attempts;
    private long successes;
    private long good;
    private long promptTokens;
    private long promptTokensKnown;
    private long promptChars;
    private double outputTokens;
    private double outputChars;

    ThroughputCounts(TimeSpan span, RequestLatencies latencies) {
        this.span = span;
        this.latencies = latencies;
    }

    /** Adds a request that was not cancelled. */
    void add(RequestRecord record) {
        boolean endedInside = span.contains(record.moments().end());
        if (endedInside) {
            attempts++;
        }
        if (!record.succeeded()) {
            return;
        }
        double part = partInside(record, endedInside);
        outputTokens += outputTokens(record, part);
        outputChars += part * record.answer().outputChars();
        if (endedInside) {
            successes++;
            good += latencies.meetsLimits(record) ? 1 : 0;
            promptChars += record.promptChars();
            promptTokensKnown += record.answer().promptTokens() >= 0 ? 1 : 0;
            promptTokens += Math.max(0, record.answer().promptTokens());
        }
    }

    private double outputTokens(RequestRecord record, double part) {
        int all = record.answer().outputTokens();
        long[] events = record.moments().tokenEvents();
        int before = latencies.streamed() && events.length > 0 ? StreamedTokens.before(record.answer()) : 0;
        return part * (all - before) + (before > 0 && span.contains(events[0]) ? before : 0);
    }

    private double partInside(RequestRecord record, boolean endedInside) {
        long[] events = record.moments().tokenEvents();
        if (!latencies.streamed() || events.length == 0) {
            return endedInside ? 1 : 0;
        }
        if (span.contains(events[0]) && span.contains(events[events.length - 1])) {
            return 1;
        }
        int inside = 0;
        for (long event : events) {
            inside += span.contains(event) ? 1 : 0;
        }
        return (double) inside / events.length;
    }

    /** Returns the rates per second; none for a span of no length. Token rates need prompt tokens that are known. */
    Map<Metric, Double> rates() {
        Map<Metric, Double> rates = new EnumMap<>(Metric.class);
        double seconds = span.seconds();
        if (seconds > 0) {
            rates.put(Metric.ATTEMPT_RATE, attempts / seconds);
            rates.put(Metric.REQUEST_RATE, successes / seconds);
            rates.put(Metric.OUTPUT_TOKEN_RATE, outputTokens / seconds);
            rates.put(Metric.OUTPUT_CHAR_RATE, outputChars / seconds);
            rates.put(Metric.PROMPT_CHAR_RATE, promptChars / seconds);
            if (promptTokensKnown > 0) {
                rates.put(Metric.PROMPT_TOKEN_RATE, promptTokens / seconds);
                rates.put(Metric.TOTAL_TOKEN_RATE, (promptTokens + outputTokens) / seconds);
            }
            if (latencies.limits().hasPerRequestLimits()) {
                rates.put(Metric.GOODPUT, good / seconds);
            }
        }
        return rates;
    }

    Measurement.WholeRun wholeRun() {
        double seconds = span.seconds();
        return seconds > 0
                ? new Measurement.WholeRun(
                        successes / seconds,
                        attempts / seconds,
                        outputTokens / seconds,
                        (promptTokens + outputTokens) / seconds)
                : new Measurement.WholeRun(0, 0, 0, 0);
    }
}
