package io.github.llmperf.load;

import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.client.RequestTimestamps;
import io.github.llmperf.protocol.Failure;
import io.github.llmperf.protocol.FailureKind;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * How long a user waits after a failed request. A server that is gone, a machine without files and a rate limiter all
 * refuse within a millisecond: without a pause their users would send thousands of requests a second, which no user does.
 */
final class RefusalPause {

    /** A request that fails within this time was refused, and its user waits this long before the next one. */
    static final long LEAST = TimeUnit.MILLISECONDS.toNanos(100);

    /** The longest {@code Retry-After} that is obeyed: a test does not wait for the quota of tomorrow. */
    static final long MOST = TimeUnit.SECONDS.toNanos(10);

    private RefusalPause() {}

    /**
     * Returns how long to wait.
     *
     * @return ns from the request's end; 0 after a success, and after a failure that took its time and asks for no wait
     */
    static long after(RequestRecord record) {
        Failure failure = record.failure();
        if (failure == null) {
            return 0;
        }
        return Math.max(asked(failure.retryAfterMillis()), isQuick(record) ? LEAST : 0);
    }

    private static long asked(OptionalLong millis) {
        return millis.isEmpty() ? 0 : Math.min(MOST, TimeUnit.MILLISECONDS.toNanos(millis.getAsLong()));
    }

    /**
     * What this machine or the run's end stopped was no work of the server, however long it took. A short time-out is no
     * refusal.
     */
    private static boolean isQuick(RequestRecord record) {
        RequestTimestamps moments = record.moments();
        long begin = moments.sent() == RequestTimestamps.NEVER ? moments.scheduled() : moments.sent();
        return record.failedHere() || record.cancelled() || (!isTimeout(record) && moments.end() - begin <= LEAST);
    }

    private static boolean isTimeout(RequestRecord record) {
        return record.failure() != null && record.failure().kind() == FailureKind.TIMEOUT;
    }
}
