package io.github.llmperf.measure;

import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.load.EarlyEnd;
import io.github.llmperf.load.StopRule;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.protocol.FailureKind;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Ends an open loop that sends more than the target can answer: requests in flight and the time to the first token both
 * keep rising. It checks after a minute for the first time and then more and more rarely, each time over the whole
 * measurement so far, so that a long run has few chances of a false alarm.
 */
final class OverrunStop implements StopRule {

    static final int FIRST_LOOK = 60;
    static final double NEXT_LOOK = 1.15;

    private final double rate;
    private final boolean streamed;
    private final RequestLatencies latencies;
    private double[] inFlight = new double[FIRST_LOOK];
    private double[] latency = new double[FIRST_LOOK];
    private int seconds;
    private int nextLook = FIRST_LOOK;
    private double sum;
    private int n;

    OverrunStop(double rate, boolean streamed, RequestLatencies latencies) {
        this.rate = rate;
        this.streamed = streamed;
        this.latencies = latencies;
    }

    @Override
    public Optional<EarlyEnd> ended(RequestRecord record) {
        if (record.measured() && !record.cancelled()) {
            waited(record).ifPresent(millis -> {
                sum += millis;
                n++;
            });
        }
        return Optional.empty();
    }

    /** A request that timed out waited at least that long; a request that failed at once says nothing about waiting. */
    private OptionalDouble waited(RequestRecord record) {
        OptionalDouble ttft = latencies.ttft(record);
        boolean told = record.failure() == null ? !streamed : record.failure().kind() == FailureKind.TIMEOUT;
        return ttft.isPresent() || !told ? ttft : OptionalDouble.of(latencies.responseTime(record));
    }

    @Override
    public Optional<EarlyEnd> tick(long now, int requestsInFlight) {
        if (seconds == inFlight.length) {
            inFlight = Arrays.copyOf(inFlight, 2 * seconds);
            latency = Arrays.copyOf(latency, 2 * seconds);
        }
        inFlight[seconds] = requestsInFlight;
        latency[seconds] = n == 0 ? Double.NaN : sum / n;
        seconds++;
        sum = 0;
        n = 0;
        return seconds < nextLook ? Optional.empty() : look();
    }

    private Optional<EarlyEnd> look() {
        nextLook = (int) Math.ceil(seconds * NEXT_LOOK);
        Trend requests = new Trend(inFlight, seconds);
        Trend waiting = new Trend(latency, seconds);
        return requests.rises() && waiting.rises()
                ? Optional.of(new EarlyEnd.Overrun(
                        rate, seconds, rise(requests), rise(waiting), streamed ? Metric.TTFT : Metric.RESPONSE_TIME))
                : Optional.empty();
    }

    private static EarlyEnd.Rise rise(Trend trend) {
        return new EarlyEnd.Rise(trend.firstThird(), trend.lastThird());
    }
}
