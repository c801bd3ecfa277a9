package io.github.llmperf.load;

import io.github.llmperf.client.RequestRecord;
import java.util.concurrent.atomic.LongAdder;

/** Counts the gaps between token events, and the coalesced ones among them, which say nothing about the server. */
final class CoalescedEvents {

    private final LongAdder gaps = new LongAdder();
    private final LongAdder coalesced = new LongAdder();

    /** Adds a request that has ended; only requests with latencies count. */
    void add(RequestRecord record) {
        if (record.measured() && record.succeeded()) {
            gaps.add(Math.max(0, record.moments().tokenEvents().length - 1));
            coalesced.add(record.coalescedEvents());
        }
    }

    /** Returns the share of gaps that are coalesced, 0 to 1; NaN without gaps. */
    double part() {
        return gaps.sum() == 0 ? Double.NaN : Math.min(1, (double) coalesced.sum() / gaps.sum());
    }
}
