package io.github.llmperf.measure;

import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.client.RequestTimestamps;
import io.github.llmperf.metric.Metric;
import java.util.EnumMap;
import java.util.Map;

/**
 * Requests and tokens of a time span, whenever they were sent: the numerators of all rates. Only successful requests
 * deliver.
 *
 * <p>In a closed loop a request counts with the part of its time, from sending to end, that lies inside the span. Users
 * begin together and so end together for a while: what ended inside a span of a few rounds tells where in a round the
 * span ended. Little's law holds for such parts: their rate is that of the users' slots, whatever the phase.
 *
 * <p>In an open loop a request counts where it ended. A queue may grow there without end, and waiting in it is no
 * progress. Each token event carries an equal part of the request's tokens and characters, where it arrived; hidden
 * tokens, which no event brings, arrive with the first one, and what was not streamed arrives at its end.
 */
final class ThroughputCounts {

    private final TimeSpan span;
    private final RequestLatencies latencies;
    private final boolean closedLoop;
    private double attempts;
    private double successes;
    private double good;
    private double promptTokens;
    private boolean promptTokensKnown;
    private double promptChars;
    private double outputTokens;
    private double outputChars;

    ThroughputCounts(TimeSpan span, RequestLatencies latencies, boolean closedLoop) {
        this.span = span;
        this.latencies = latencies;
        this.closedLoop = closedLoop;
    }

    /** Adds a request that was not cancelled. */
    void add(RequestRecord record) {
        RequestTimestamps moments = record.moments();
        double part =
                closedLoop ? span.partOf(moments.sent(), moments.end()) : span.partOf(moments.end(), moments.end());
        attempts += part;
        if (record.succeeded()) {
            successes += part;
            good += latencies.meetsLimits(record) ? part : 0;
            promptChars += part * record.promptChars();
            promptTokensKnown |= part > 0 && record.answer().promptTokens() >= 0;
            promptTokens += part * Math.max(0, record.answer().promptTokens());
            addOutput(record, part);
        }
    }

    private void addOutput(RequestRecord record, double part) {
        long[] events = record.moments().tokenEvents();
        int all = record.answer().outputTokens();
        if (closedLoop || !latencies.streamed() || events.length == 0) {
            outputTokens += part * all;
            outputChars += part * record.answer().outputChars();
            return;
        }
        int before = StreamedTokens.before(record.answer());
        double arrived = partArrived(events);
        outputTokens += arrived * (all - before) + (span.contains(events[0]) ? before : 0);
        outputChars += arrived * record.answer().outputChars();
    }

    private double partArrived(long[] events) {
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
            if (promptTokensKnown) {
                rates.put(Metric.PROMPT_TOKEN_RATE, promptTokens / seconds);
                rates.put(Metric.TOTAL_TOKEN_RATE, (promptTokens + outputTokens) / seconds);
            }
            if (latencies.limits().hasPerRequestLimits()) {
                rates.put(Metric.GOODPUT, good / seconds);
            }
        }
        return rates;
    }
}
