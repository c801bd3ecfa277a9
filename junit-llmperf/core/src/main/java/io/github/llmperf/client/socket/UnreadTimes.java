package io.github.llmperf.client.socket;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/** How long bytes lay unread after their arrival. Safe for use by several threads. */
class UnreadTimes {

    private static final int DIGITS = 2;

    private static final double PER_MS = 1e3;

    private static final long LONGEST_MICROS = TimeUnit.HOURS.toMicros(1);

    private final Recorder micros = new Recorder(LONGEST_MICROS, DIGITS);

    /** Adds how long the first of some bytes lay until their thread took them, in ns. */
    void add(long nanos) {
        micros.recordValue(Math.min(LONGEST_MICROS, TimeUnit.NANOSECONDS.toMicros(nanos)));
    }

    /** Returns the times since this was asked before. */
    Unread take() {
        Histogram times = micros.getIntervalHistogram();
        return times.getTotalCount() == 0
                ? Unread.NONE
                : new Unread(
                        times.getValueAtPercentile(50) / PER_MS,
                        times.getValueAtPercentile(99) / PER_MS,
                        times.getMaxValue() / PER_MS);
    }
}
