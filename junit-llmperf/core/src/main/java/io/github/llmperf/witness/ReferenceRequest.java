package io.github.llmperf.witness;

import io.github.llmperf.client.RequestTimestamps;

/**
 * One request of the reference stream, as both ends saw it; all in ns of the same clock.
 *
 * @param scheduled when it was due
 * @param sent when the client began to send it
 * @param arrived when the server had it; {@link RequestTimestamps#NEVER} if it never had
 * @param written when the server wrote each event
 * @param seen when the client saw each event; fewer than written where the run ended first
 */
@SuppressWarnings("ArrayRecordComponent") // made 20 times a second, and looked at once
record ReferenceRequest(long scheduled, long sent, long arrived, long[] written, long[] seen) {}
