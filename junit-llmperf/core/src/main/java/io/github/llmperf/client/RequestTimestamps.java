package io.github.llmperf.client;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * The timestamps of one request, in {@link System#nanoTime()} terms of one clock; {@link #NEVER} for what did not.
 *
 * @param scheduled when the plan wanted it sent; in closed loop the end of the user's think time
 * @param sent just before the first byte is written, or before connecting where that comes first, so that connecting lies
 *     inside ttft; what this program does before is client delay
 * @param headers when the response head had been read
 * @param firstEvent when the first event of any kind had arrived
 * @param firstToken when the first event had arrived that stands for a token: a non-empty visible, reasoning or tool-call
 *     delta, or an empty one that the server's counts show to be a token
 * @param firstVisible when the first non-empty visible text had arrived
 * @param events arrival of every event that stands for a token or several, the first one included, ascending
 * @param lastToken when the last of them had arrived: the finish event where usage counts its stop token
 * @param end end mark, end of body, or the failure
 * @param connectNanos DNS + TCP + TLS in ns; −1 when a pooled connection served
 */
@API(status = Status.INTERNAL, since = "0.1")
public record RequestTimestamps(
        long scheduled,
        long sent,
        long headers,
        long firstEvent,
        long firstToken,
        long firstVisible,
        TokenEvents events,
        long lastToken,
        long end,
        long connectNanos) {

    /** The timestamp of an event that did not happen. */
    public static final long NEVER = Long.MIN_VALUE;

    /** An answer without token events. */
    public static final long[] NO_EVENTS = {};

    /** Token events closer than this arrived together: their gap says nothing of the server. */
    public static final long TOGETHER_NANOS = 100_000;

    /** Takes the token events as an array. */
    public RequestTimestamps(
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
        this(
                scheduled,
                sent,
                headers,
                firstEvent,
                firstToken,
                firstVisible,
                TokenEvents.of(tokenEvents),
                lastToken,
                end,
                connectNanos);
    }

    /**
     * Returns the arrival of every event that stands for a token or several, the first one included.
     *
     * @return ascending; an array of the caller's own
     */
    public long[] tokenEvents() {
        return events.moments();
    }

    /**
     * Returns how many token events came later than the first arrival, which is all that came together with the first one.
     * An answer whose events came in several reads, but faster than any model writes, is one piece too: something in
     * between has held it back.
     *
     * @return 0 where all came in one piece, or none came
     */
    public int laterEvents() {
        long[] tokenEvents = tokenEvents();
        int last = tokenEvents.length - 1;
        if (last > 0 && tokenEvents[last] - tokenEvents[0] < last * TOGETHER_NANOS) {
            return 0;
        }
        int first = 0;
        while (first < tokenEvents.length && tokenEvents[first] - tokenEvents[0] < TOGETHER_NANOS) {
            first++;
        }
        return tokenEvents.length - first;
    }
}
