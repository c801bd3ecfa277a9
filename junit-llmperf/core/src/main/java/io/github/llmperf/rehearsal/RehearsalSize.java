package io.github.llmperf.rehearsal;

import io.github.llmperf.witness.AnswerPacing;
import java.util.concurrent.TimeUnit;

/**
 * How much the rehearsal sends: as many streams as the load has, within bounds, and together as many events as it takes
 * for the compiler to notice.
 *
 * @param streams at the same time
 */
record RehearsalSize(int streams) {

    /** Events of one answer. */
    static final int EVENTS = 32;

    /** Requests of one round: a tenth of a second's where the machine keeps up. */
    static final int REQUESTS = 160;

    private static final int FEWEST_STREAMS = 8;
    private static final int MOST_STREAMS = 64;
    private static final long NANOS_PER_EVENT = TimeUnit.SECONDS.toNanos(1) / 50_000;

    static RehearsalSize of(int users) {
        return new RehearsalSize(Math.max(FEWEST_STREAMS, Math.min(MOST_STREAMS, users)));
    }

    /** Requests per second at which an open loop has about that many in flight. */
    double requestRate() {
        return (double) TimeUnit.SECONDS.toNanos(1) / (NANOS_PER_EVENT * EVENTS);
    }

    /** Returns the schedule of one answer, from its request's arrival on. */
    AnswerPacing answer() {
        return new AnswerPacing() {
            private long arrived;

            @Override
            public void arrived(long moment) {
                arrived = moment;
            }

            @Override
            public long due(int event) {
                return arrived + NANOS_PER_EVENT * event * streams;
            }
        };
    }
}
