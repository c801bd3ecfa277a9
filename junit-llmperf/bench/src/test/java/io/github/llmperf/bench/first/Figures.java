package io.github.llmperf.bench.first;

import java.util.Locale;

/**
 * What one load of one round came to; not a number where there is nothing to tell.
 *
 * @param ttftMean what the client added to ttft, ms
 * @param ttftP99 likewise, 99th percentile
 * @param gapP99 gap seen − gap sent, 99th percentile, ms
 * @param tpotP99 how far tpot is off, 99th percentile over requests, ms
 * @param lateMean sent − due, ms
 * @param cpuMicros processor time of the client's process per token event, from the load's first request to its last token
 * @param eventRate token events per second over the same time
 * @param serverMicros processor time of the server per token event
 * @param serverLate how late the server itself wrote its tokens, mean, ms
 * @param startToTest from the start of the process to the start of the test method, ms
 * @param testToRequest from there to the load's first request at the server, without the server's time for the probe, ms
 * @param cpuSeconds processor time of the client's process from its start to its end
 * @param peakMb most resident memory of the client's process
 * @param foreign processors that other programs used
 * @param lost requests that failed, or of which a token is missing
 * @param merged tokens that have the stamp of the one before
 */
public record Figures(
        double ttftMean,
        double ttftP99,
        double gapP99,
        double tpotP99,
        double lateMean,
        double cpuMicros,
        double eventRate,
        double serverMicros,
        double serverLate,
        double startToTest,
        double testToRequest,
        double cpuSeconds,
        double peakMb,
        double foreign,
        int lost,
        int merged) {

    /** Returns the figures of one load in a line, in the order of the page. */
    String words() {
        return String.format(
                Locale.ROOT,
                "ttft %.2f p99 %.2f, gap p99 %.2f, tpot p99 %.3f, late %.2f ms, lost %d merged %d, %,.0f events/s, %.1f us/event,"
                        + " server %.1f, late %.2f ms; start %.0f + %.0f ms, %.1f CPU s, %.0f MB, others %.2f",
                ttftMean,
                ttftP99,
                gapP99,
                tpotP99,
                lateMean,
                lost,
                merged,
                eventRate,
                cpuMicros,
                serverMicros,
                serverLate,
                startToTest,
                testToRequest,
                cpuSeconds,
                peakMb,
                foreign);
    }
}
