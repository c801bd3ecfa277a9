package io.github.llmperf.witness;

import io.github.llmperf.client.RequestTimestamps;
import java.util.Arrays;

/** One answer of the reference stream: due by the timetable, stamped as it is written. */
final class WatchedAnswer implements AnswerPacing {

    private final long scheduled;
    private final long[] written = new long[Timetable.EVENTS];
    private int events;
    private long arrived = RequestTimestamps.NEVER;

    WatchedAnswer(long scheduled) {
        this.scheduled = scheduled;
    }

    @Override
    public synchronized void arrived(long moment) {
        // A request that is sent again over a fresh connection begins anew.
        arrived = moment;
        events = 0;
    }

    @Override
    public long due(int event) {
        return Timetable.due(scheduled, event);
    }

    @Override
    public synchronized void written(int event, long moment) {
        written[event] = moment;
        events = event + 1;
    }

    synchronized ReferenceRequest seen(RequestTimestamps moments) {
        return new ReferenceRequest(
                scheduled, moments.sent(), arrived, Arrays.copyOf(written, events), moments.tokenEvents());
    }
}
