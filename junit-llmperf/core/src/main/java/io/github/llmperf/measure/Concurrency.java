package io.github.llmperf.measure;

import io.github.llmperf.client.RequestTimestamps;
import java.util.Arrays;

/**
 * Requests in flight over a span.
 *
 * @param mean averaged over time; not a number for a span of no length
 * @param peak most at once; at the same instant departures come before arrivals
 */
record Concurrency(double mean, int peak) {

    /**
     * Collects the requests that count as in flight, from sending to end: cancelled ones, warm-up and cooldown
     * included.
     */
    static final class Sweep {
        private final TimeSpan span;
        private final long[] arrivals;
        private final long[] departures;
        private int n;
        private double total;

        /** Starts without requests. */
        Sweep(int most, TimeSpan span) {
            this.span = span;
            arrivals = new long[most];
            departures = new long[most];
        }

        void add(RequestTimestamps moments) {
            long sent = moments.sent();
            long end = moments.end();
            if (sent != RequestTimestamps.NEVER && end > span.from() && sent < span.to()) {
                arrivals[n] = Math.max(sent, span.from());
                departures[n] = Math.min(end, span.to());
                total += departures[n] - arrivals[n];
                n++;
            }
        }

        Concurrency concurrency() {
            Arrays.sort(arrivals, 0, n);
            Arrays.sort(departures, 0, n);
            return new Concurrency(total / 1e9 / span.seconds(), peak(arrivals, departures, n));
        }
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
