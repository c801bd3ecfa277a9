package io.github.llmperf.measure;

import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.plan.LoadPlan;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.AtomicHistogram;
import org.HdrHistogram.Histogram;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Live counts of a load. The load's threads update them without locks; a reader may miss a request that ends at that
 * moment.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class RunningCounts {

    /** Longer times count as 10 days, the longest time that can be set. */
    private static final long LONGEST_MICROS = TimeUnit.DAYS.toMicros(10);

    /** A percentile is right within 0.1 %, in a quarter of a megabyte. */
    private static final int DIGITS = 3;

    private final RequestLatencies latencies;
    private final LongAdder sent = new LongAdder();
    private final LongAdder gone = new LongAdder();
    private final LongAdder warmedUp = new LongAdder();
    private final LongAdder warmupFailed = new LongAdder();
    private final LongAdder done = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder tokens = new LongAdder();
    private final Histogram micros = new AtomicHistogram(LONGEST_MICROS, DIGITS);

    /**
     * What was known at a moment.
     *
     * @param inFlight requests under way
     * @param warmedUp requests of the warm-up that ended
     * @param done measured requests that ended
     * @param latencyP90 90th percentile in ms, within 0.1 %, of measured requests that succeeded: ttft, or e2e of what is not
     *     streamed; empty before the first
     * @param outputTokens of measured requests that succeeded
     */
    public record Snapshot(
            long inFlight,
            long warmedUp,
            long warmupFailed,
            long done,
            long failed,
            OptionalDouble latencyP90,
            long outputTokens) {}

    /** Begins to count. */
    public RunningCounts(LoadPlan plan) {
        latencies = RequestLatencies.of(plan);
    }

    /** A request is about to be sent. */
    public void sending() {
        sent.increment();
    }

    /** A request has ended. */
    public void ended(RequestRecord record) {
        if (!record.cancelled()) {
            if (record.measured()) {
                measured(record);
            } else if (record.warmup()) {
                warmedUp.increment();
                warmupFailed.add(record.succeeded() ? 0 : 1);
            }
        }
        gone.increment();
    }

    private void measured(RequestRecord record) {
        done.increment();
        if (!record.succeeded()) {
            failed.increment();
            return;
        }
        tokens.add(record.answer().outputTokens());
        OptionalDouble latency =
                latencies.streamed() ? latencies.ttft(record) : OptionalDouble.of(latencies.e2e(record));
        if (latency.isPresent()) {
            long value = Math.round(latency.getAsDouble() * 1000);
            micros.recordValue(Math.max(0, Math.min(LONGEST_MICROS, value)));
        }
    }

    /**
     * Returns how many requests are under way.
     *
     * @return 0 or more
     */
    public long inFlight() {
        // Ended requests are read first, so that each of them is among those sent.
        long ended = gone.sum();
        return sent.sum() - ended;
    }

    /**
     * Returns what is known now.
     *
     * @return counts that go together but for requests that end at this moment
     */
    public Snapshot snapshot() {
        return new Snapshot(
                inFlight(),
                warmedUp.sum(),
                warmupFailed.sum(),
                done.sum(),
                failed.sum(),
                micros.getTotalCount() == 0
                        ? OptionalDouble.empty()
                        : OptionalDouble.of(micros.getValueAtPercentile(90) / 1000.0),
                tokens.sum());
    }
}
