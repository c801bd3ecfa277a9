package io.github.llmperf.measure;

import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.plan.Arrival;
import io.github.llmperf.plan.LoadPlan;
import java.time.Duration;

/**
 * An upper bound on the request rate: at least the seconds between the first and the last measured request sent, and at
 * most the requests that have ended or may still end, warm-up included.
 */
final class RateSpan {

    private final long users;
    private final long longest;
    private final boolean single;
    private long ended;
    private long first = Long.MAX_VALUE;
    private long last = Long.MIN_VALUE;

    RateSpan(LoadPlan plan) {
        users = plan.load().arrival() instanceof Arrival.ClosedLoop closed ? closed.users() : warmups(plan);
        longest = plan.load().phases().duration().map(Duration::toNanos).orElse(Long.MAX_VALUE);
        single = plan.loads() == 1;
    }

    private static long warmups(LoadPlan plan) {
        double rate = ((Arrival.OpenLoop) plan.load().arrival()).requestRate();
        Duration warmup = plan.load().phases().warmup().time();
        return warmup.isZero() ? 0 : Math.round(rate * warmup.toNanos() / 1e9);
    }

    void ended(RequestRecord record) {
        ended++;
        if (record.measured()) {
            first = Math.min(first, record.moments().sent());
            last = Math.max(last, record.moments().sent());
        }
    }

    double seconds() {
        return last <= first ? 0 : Math.min(longest, last - first) / 1e9;
    }

    /** Returns the highest rate that is still possible, per second. Windows of several runs are treated as one. */
    double most(long toCome) {
        double seconds = seconds();
        return single && seconds > 0 ? requests(toCome) / seconds : Double.POSITIVE_INFINITY;
    }

    /** Warm-up requests under way count where they end: one per user, or all that are scheduled. */
    long requests(long toCome) {
        return ended + toCome + users;
    }
}
