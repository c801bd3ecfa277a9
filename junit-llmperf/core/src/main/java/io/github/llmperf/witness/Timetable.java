package io.github.llmperf.witness;

import java.util.concurrent.TimeUnit;

/** When the requests of the reference stream and their events are due: an even grid that nothing ever shifts. */
final class Timetable {

    /** From one event to the next. */
    static final long STEP = TimeUnit.MILLISECONDS.toNanos(5);

    /** Events of one answer. Few, so that ttft and sending are sampled often too. */
    static final int EVENTS = 10;

    /** From one request to the next: its last event is followed by the next one's first after one step. */
    static final long ROUND = EVENTS * STEP;

    private Timetable() {}

    /** Returns when an event is due: the first with its request, as if the server needed no time. */
    static long due(long scheduled, int event) {
        return scheduled + event * STEP;
    }

    /** Returns how many whole rounds have gone by since a request was due. */
    static long missed(long scheduled, long now) {
        return Math.max(0, (now - scheduled) / ROUND);
    }
}
