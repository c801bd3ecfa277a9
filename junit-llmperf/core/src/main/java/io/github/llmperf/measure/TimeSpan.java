package io.github.llmperf.measure;

import io.github.llmperf.client.RequestTimestamps;
import java.util.Arrays;

/**
 * An interval of the run's clock. It excludes its start and includes its end, so that a request that ends at the
 * instant a window opens belongs to the time before.
 *
 * @param from begin in ns
 * @param to end in ns, not before the begin
 */
record TimeSpan(long from, long to) {

    boolean contains(long moment) {
        return moment != RequestTimestamps.NEVER && moment > from && moment <= to;
    }

    /** Returns which part of a time lies inside: 0 to 1. A time of no length is a moment. */
    double partOf(long begin, long end) {
        if (end <= begin) {
            return contains(end) ? 1 : 0;
        }
        return Math.max(0, Math.min(end, to) - Math.max(begin, from)) / (double) (end - begin);
    }

    double seconds() {
        return Math.max(0, to - from) / 1e9;
    }

    /** Returns which of n equal slices a moment belongs to; moments outside belong to the first or the last slice. */
    int slice(long moment, int n) {
        if (to <= from) {
            return 0;
        }
        double part = (double) (moment - from) / (to - from);
        return (int) Math.max(0, Math.min(n - 1, Math.floor(part * n)));
    }

    /** Returns the first moment of each of n equal slices, exactly as {@link #slice} sees them. */
    long[] sliceStarts(int n) {
        long[] starts = new long[n];
        Arrays.fill(starts, to <= from ? Long.MAX_VALUE : from);
        for (int k = 1; k < n && to > from; k++) {
            long moment = from + (long) ((double) (to - from) * k / n);
            while (slice(moment, n) >= k) {
                moment--;
            }
            while (slice(moment, n) < k) {
                moment++;
            }
            starts[k] = moment;
        }
        return starts;
    }
}
