package io.github.llmperf.client;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * When things happened to one request, in {@link System#nanoTime()} terms of one clock; {@link #NEVER} for what did not.
 *
 * @param scheduled when the plan wanted it sent; in closed loop the end of the user's think time
 * @param sent just before the first byte is written, or before connecting where that comes first, so that connecting lies
 *     inside ttft; what this program does before is client delay
 * @param headers when the response head had been read
 * @param firstEvent when the first event of any kind had arrived
 * @param firstToken when the first non-empty visible, reasoning or tool-call delta had arrived
 * @param firstVisible when the first non-empty visible text had arrived
 * @param tokenEvents arrival of every event that carried output, the first one included, ascending
 * @param lastToken when the last event that carried output had arrived
 * @param end end mark, end of body, or the failure
 * @param connectNanos DNS + TCP + TLS in ns; −1 when a pooled connection served
 */
@SuppressWarnings("ArrayRecordComponent") // a boxed list would cost three times the memory of a long run
@API(status = Status.INTERNAL, since = "0.1")
public record Moments(
        long scheduled,
        long sent,
        long headers,
        long firstEvent,
        long firstToken,
        long firstVisible,
        long[] tokenEvents,
        long lastToken,
        long end,
        long connectNanos) {

    /** The moment of what did not happen. */
    public static final long NEVER = Long.MIN_VALUE;

    /** An answer without token events. */
    public static final long[] NO_EVENTS = {};
}
