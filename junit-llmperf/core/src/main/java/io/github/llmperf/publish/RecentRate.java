package io.github.llmperf.publish;

import java.util.concurrent.TimeUnit;

/** How fast a count grows, over the last 10 to 20 s, or since the beginning. For one thread. */
final class RecentRate {

    /** A little less than the time between two lines, which are never exactly that far apart. */
    private static final long LEAST = TimeUnit.MILLISECONDS.toNanos(9_500);

    /** What a count was at a moment. */
    private record Mark(long at, long count) {}

    private Mark from = new Mark(0, 0);
    private Mark latest = from;

    /**
     * Takes note of a count.
     *
     * @param begun when it was 0, in nanoseconds
     * @return growth per second
     */
    double update(long begun, long now, long count) {
        if (now < begun) {
            return 0;
        }
        if (latest.at < begun) {
            from = new Mark(begun, 0);
            latest = from;
        }
        if (now - latest.at >= LEAST) {
            from = latest;
            latest = new Mark(now, count);
        }
        return (count - from.count) / (Math.max(1, now - from.at) / 1e9);
    }
}
