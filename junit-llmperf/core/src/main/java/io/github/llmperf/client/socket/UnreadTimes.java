package io.github.llmperf.client.socket;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/** How long bytes lay unread after their arrival. Safe for use by several threads. */
final class UnreadTimes {

    private static final int DIGITS = 2;

    private static final long LONGEST_MICROS = TimeUnit.HOURS.toMicros(1);

    private final Recorder micros = new Recorder(LONGEST_MICROS, DIGITS);

    /** Takes note of bytes that are taken now. */
    void took(long arrived, long now) {
        micros.recordValue(Math.max(0, Math.min(LONGEST_MICROS, TimeUnit.NANOSECONDS.toMicros(now - arrived))));
    }

    /** Returns all times since this was asked before, in µs. */
    Histogram take() {
        return micros.getIntervalHistogram();
    }
}
