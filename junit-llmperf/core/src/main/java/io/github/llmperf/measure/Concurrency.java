package io.github.llmperf.measure;

import io.github.llmperf.client.Moments;
import io.github.llmperf.client.RequestRecord;
import java.util.Arrays;
import java.util.List;

/**
 * Requests in flight over a span.
 *
 * @param mean averaged over time; not a number for a span of no length
 * @param peak most at once; at the same instant departures come before arrivals
 */
record Concurrency(double mean, int peak) {

    /** Sweeps over the requests, cancelled ones and warm-up included, from sending to end. */
    static Concurrency of(List<RequestRecord> records, Span span) {
        long[] arrivals = new long[records.size()];
        long[] departures = new long[records.size()];
        int n = 0;
        double total = 0;
        for (RequestRecord record : records) {
            long sent = record.moments().sent();
            long end = record.moments().end();
            if (sent != Moments.NEVER && end > span.from() && sent < span.to()) {
                arrivals[n] = Math.max(sent, span.from());
                departures[n] = Math.min(end, span.to());
                total += departures[n] - arrivals[n];
                n++;
            }
        }
        Arrays.sort(arrivals, 0, n);
        Arrays.sort(departures, 0, n);
        return new Concurrency(total / 1e9 / span.seconds(), peak(arrivals, departures, n));
    }

    private static int peak(long[] arrivals, long[] departures, int n) {
        int peak = 0;
        int left = 0;
        for (int arrived = 1; arrived <= n; arrived++) {
            while (left < n && departures[left] <= arrivals[arrived - 1]) {
                left++;
            }
            peak = Math.max(peak, arrived - left);
        }
        return peak;
    }
}
