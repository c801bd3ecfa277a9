package io.github.llmperf.plan;

import io.github.llmperf.metric.Quantity;
import io.github.llmperf.metric.Unit;
import java.time.Duration;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Durations as written in annotations and configuration keys. */
@API(status = Status.INTERNAL, since = "0.1")
public final class Times {

    private static final Duration LONGEST = Duration.ofDays(10);

    private Times() {}

    /**
     * Reads a time such as {@code "500ms"}, {@code "3s"}, {@code "5m"} or {@code "1h"}.
     *
     * @param text number and unit
     * @return the duration, to the nanosecond
     * @throws IllegalArgumentException if it cannot be read, has no unit, is negative or longer than 240h
     */
    public static Duration parse(String text) {
        String trimmed = text.trim();
        if (trimmed.equals("0")) {
            return Duration.ZERO;
        }
        double millis = Quantity.parse(trimmed, Unit.MILLISECONDS).value();
        if (millis > LONGEST.toMillis()) {
            throw new IllegalArgumentException(
                    "value must be at most " + LONGEST.toHours() + "h, but is \"" + text + "\"");
        }
        return Duration.ofNanos(Math.round(millis * 1e6));
    }

    /**
     * Reads a time that must not be zero.
     *
     * @param text number and unit
     * @throws IllegalArgumentException if it cannot be read, has no unit, is negative or zero
     */
    public static Duration parsePositive(String text) {
        Duration duration = parse(text);
        if (duration.isZero()) {
            throw new IllegalArgumentException("value must be above zero, as in \"60s\", but is \"" + text + "\"");
        }
        return duration;
    }

    /**
     * Returns a duration as it would be written in an annotation.
     *
     * @return such as {@code 500ms}, {@code 1.5s}, {@code 5m}
     */
    public static String text(Duration duration) {
        long millis = duration.toMillis();
        if (millis != 0 && millis % 60_000 == 0) {
            return millis / 60_000 + "m";
        }
        if (millis < 1000) {
            return Quantity.number(duration.toNanos() / 1e6) + "ms";
        }
        return millis % 1000 == 0 ? millis / 1000 + "s" : millis / 1000.0 + "s";
    }
}
