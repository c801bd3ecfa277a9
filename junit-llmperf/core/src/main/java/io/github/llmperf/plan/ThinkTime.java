package io.github.llmperf.plan;

import java.time.Duration;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * How long a user waits between an answer and its next request: fixed, or uniform between two bounds.
 *
 * @param min shortest wait, not negative
 * @param max longest wait, not below {@code min}
 */
@API(status = Status.INTERNAL, since = "0.1")
public record ThinkTime(Duration min, Duration max) {

    /** No waiting. */
    public static final ThinkTime NONE = new ThinkTime(Duration.ZERO, Duration.ZERO);

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if min is negative or above max
     */
    public ThinkTime {
        if (min.isNegative() || min.compareTo(max) > 0) {
            throw new IllegalArgumentException(
                    "thinkTime must go from a shorter to a longer time, as in \"1s..3s\", but goes from "
                            + min.toMillis() + "ms to " + max.toMillis() + "ms");
        }
    }

    /**
     * Reads {@code "1s"} or {@code "1s..3s"}.
     *
     * @param text one time or two, with units
     * @return the think time
     * @throws IllegalArgumentException if a time cannot be read or the range is upside down
     */
    public static ThinkTime parse(String text) {
        int dots = text.indexOf("..");
        if (dots < 0) {
            Duration fixed = Times.parse(text);
            return new ThinkTime(fixed, fixed);
        }
        return new ThinkTime(Times.parse(text.substring(0, dots)), Times.parse(text.substring(dots + 2)));
    }

    /**
     * Tells whether there is any waiting.
     *
     * @return true when the longest wait is zero
     */
    public boolean isNone() {
        return max.isZero();
    }

    @Override
    public String toString() {
        return min.equals(max) ? Times.text(min) : Times.text(min) + ".." + Times.text(max);
    }
}
