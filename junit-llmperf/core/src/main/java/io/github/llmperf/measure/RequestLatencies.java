package io.github.llmperf.measure;

import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.client.RequestTimestamps;
import io.github.llmperf.plan.Limits;
import io.github.llmperf.plan.LoadPlan;
import java.util.OptionalDouble;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * The latencies of single requests as a plan defines them, in ms. {@code start} is the scheduled moment in open loop
 * and the moment of sending in closed loop. An answer that was not streamed has no ttft, ttfo, ttfe or tpot, and its
 * e2e lasts to the request's end. An answer streamed in one piece has no tpot and no gaps.
 *
 * @param openLoop whether latency counts from the schedule
 * @param streamed whether answers are streamed
 * @param limits the per-request limits
 */
@API(status = Status.INTERNAL, since = "0.1")
public record RequestLatencies(boolean openLoop, boolean streamed, Limits limits) {

    /** Takes the definitions from a plan. */
    public static RequestLatencies of(LoadPlan plan) {
        return new RequestLatencies(
                plan.isOpenLoop(),
                plan.load().workload().stream(),
                plan.criteria().limits());
    }

    long start(RequestRecord record) {
        RequestTimestamps moments = record.moments();
        return openLoop || moments.sent() == RequestTimestamps.NEVER ? moments.scheduled() : moments.sent();
    }

    /**
     * Returns the time to the first token.
     *
     * @return in ms; empty where there is none
     */
    public OptionalDouble ttft(RequestRecord record) {
        return streamedSinceStart(record, record.moments().firstToken());
    }

    OptionalDouble ttfo(RequestRecord record) {
        return streamedSinceStart(record, record.moments().firstVisible());
    }

    OptionalDouble ttfe(RequestRecord record) {
        return streamedSinceStart(record, record.moments().firstEvent());
    }

    /**
     * Returns the time per output token: from the first token to the last, for each that was streamed between them.
     *
     * @return in ms; empty where there is none
     */
    public OptionalDouble tpot(RequestRecord record) {
        return streamed ? StreamedTokens.tpot(record) : OptionalDouble.empty();
    }

    /**
     * Returns the moments that bound the gaps.
     *
     * @return ascending; none where all came in one piece
     */
    long[] gapsBetween(RequestRecord record) {
        return streamed && record.moments().laterEvents() > 0
                ? record.moments().tokenEvents()
                : RequestTimestamps.NO_EVENTS;
    }

    /**
     * Returns the end-to-end latency, which is meaningful only for successful requests.
     *
     * @return in ms
     */
    public double e2e(RequestRecord record) {
        long last = record.moments().lastToken();
        return streamed && last != RequestTimestamps.NEVER ? millis(last - start(record)) : responseTime(record);
    }

    /**
     * Returns the time until the request ended, whatever became of it.
     *
     * @return in ms
     */
    public double responseTime(RequestRecord record) {
        return millis(record.moments().end() - start(record));
    }

    /**
     * Returns whether a request met every per-request limit; an answer of one token has no tpot and so cannot break its
     * limit.
     */
    boolean meetsLimits(RequestRecord record) {
        return record.succeeded()
                && within(OptionalDouble.of(e2e(record)), limits.eachE2e(), false)
                && within(ttft(record), limits.eachTtft(), false)
                && within(tpot(record), limits.eachTpot(), !StreamedTokens.mayHaveSecondToken(record));
    }

    private static boolean within(OptionalDouble value, OptionalDouble limit, boolean whenMissing) {
        return limit.isEmpty() || (value.isPresent() ? value.getAsDouble() <= limit.getAsDouble() : whenMissing);
    }

    private OptionalDouble streamedSinceStart(RequestRecord record, long moment) {
        return streamed && moment != RequestTimestamps.NEVER
                ? OptionalDouble.of(millis(moment - start(record)))
                : OptionalDouble.empty();
    }

    static double millis(long nanos) {
        return nanos / 1e6;
    }
}
