package io.github.llmperf.bench.many;

import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.load.LoadProgress;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/** How each user came to its first connection, and what became of all requests. */
final class Starts implements LoadProgress {

    private final long[] delays;
    private final long[] connects;
    private final long[] sent;
    private final AtomicInteger failed = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();

    Starts(int users) {
        delays = new long[users];
        connects = new long[users];
        sent = new long[users];
    }

    @Override
    public void ended(RequestRecord record) {
        ended.incrementAndGet();
        if (!record.succeeded()) {
            failed.incrementAndGet();
        }
        if (record.moments().connectNanos() >= 0) {
            delays[record.user()] = record.moments().sent() - record.moments().scheduled();
            connects[record.user()] = record.moments().connectNanos();
            sent[record.user()] = record.moments().sent();
        }
    }

    int count() {
        return ended.get();
    }

    int failures() {
        return failed.get();
    }

    /** Returns how late the last user sent its first request, in ms. */
    double lastDelayMs() {
        return Arrays.stream(delays).max().orElse(0) / 1e6;
    }

    /** Returns how long connecting took for a part of the users, in ms. */
    double connectMs(double part) {
        long[] sorted = connects.clone();
        Arrays.sort(sorted);
        return sorted[(int) Math.ceil(part * sorted.length) - 1] / 1e6;
    }

    /** Returns when the last user sent its first request. */
    long lastSent() {
        return Arrays.stream(sent).max().orElse(0);
    }
}
