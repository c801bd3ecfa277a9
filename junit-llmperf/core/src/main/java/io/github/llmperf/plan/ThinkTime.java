package io.github.llmperf.plan;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * How long a user waits between an answer and its next request: fixed, uniform between two bounds, or exponential.
 *
 * @param shape how waits are distributed
 * @param min shortest wait, not negative; the mean of an exponential one
 * @param max longest wait, not below {@code min}; the same mean where the wait is exponential, which has no longest
 */
@API(status = Status.INTERNAL, since = "0.1")
public record ThinkTime(Shape shape, Duration min, Duration max) {

    /** How waits are distributed. */
    public enum Shape {
        /** Between two bounds, each time alike; fixed where both are the same. */
        UNIFORM,
        /** Without a bound: most are short, few are long, as of users that act independently. */
        EXPONENTIAL
    }

    /** No waiting. */
    public static final ThinkTime NONE = fixed(Duration.ZERO);

    private static final Pattern EXPONENTIAL = Pattern.compile("\\s*exp\\((.*)\\)\\s*");

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if min is negative or above max, or an exponential mean is zero or has two values
     */
    public ThinkTime {
        if (min.isNegative() || min.compareTo(max) > 0) {
            throw new IllegalArgumentException(
                    "thinkTime must go from a shorter to a longer time, as in \"1s..3s\", but goes from "
                            + min.toMillis() + "ms to " + max.toMillis() + "ms");
        }
        if (shape == Shape.EXPONENTIAL && (min.isZero() || !min.equals(max))) {
            throw new IllegalArgumentException("thinkTime must have one mean above zero where it is exponential, as in"
                    + " \"exp(2s)\", but has " + min.toMillis() + "ms and " + max.toMillis() + "ms");
        }
    }

    /**
     * Returns a wait that is always the same.
     *
     * @param time the wait, not negative
     */
    public static ThinkTime fixed(Duration time) {
        return new ThinkTime(Shape.UNIFORM, time, time);
    }

    /**
     * Returns waits that are uniform between two bounds.
     *
     * @param min shortest, not negative
     * @param max longest, not below {@code min}
     */
    public static ThinkTime uniform(Duration min, Duration max) {
        return new ThinkTime(Shape.UNIFORM, min, max);
    }

    /**
     * Returns waits that are exponentially distributed, without a bound.
     *
     * @param mean their mean, above zero
     */
    public static ThinkTime exponential(Duration mean) {
        return new ThinkTime(Shape.EXPONENTIAL, mean, mean);
    }

    /**
     * Reads {@code "1s"}, {@code "1s..3s"} or {@code "exp(2s)"}.
     *
     * @param text one time, two, or the mean of an exponential one, with units
     * @throws IllegalArgumentException if a time cannot be read, the range is upside down or the mean is zero
     */
    public static ThinkTime parse(String text) {
        Matcher exponential = EXPONENTIAL.matcher(text);
        if (exponential.matches()) {
            return exponential(Times.parsePositive(exponential.group(1)));
        }
        if (text.contains("exp") || text.contains("(") || text.contains(")")) {
            throw new IllegalArgumentException("thinkTime must be a time, a range or an exponential mean, as in \"1s\","
                    + " \"1s..3s\" or \"exp(2s)\", but is \"" + text + "\"");
        }
        int dots = text.indexOf("..");
        if (dots < 0) {
            return fixed(Times.parse(text));
        }
        return uniform(Times.parse(text.substring(0, dots)), Times.parse(text.substring(dots + 2)));
    }

    /**
     * Returns the wait that a random number stands for: the inverse of the distribution's cumulative function. An
     * exponential wait is {@code -mean * ln(1 - u)}, computed to the bit alike on every machine.
     *
     * @param u uniform in 0 (inclusive) to 1 (exclusive)
     */
    public Duration draw(double u) {
        if (shape == Shape.EXPONENTIAL) {
            return Duration.ofNanos(Math.round(-StrictMath.log1p(-u) * min.toNanos()));
        }
        return min.plusNanos(Math.round(u * max.minus(min).toNanos()));
    }

    /**
     * Returns whether there is any waiting.
     *
     * @return true when the longest wait is zero
     */
    public boolean isNone() {
        return max.isZero();
    }

    @Override
    public String toString() {
        if (shape == Shape.EXPONENTIAL) {
            return "exp(" + Times.text(min) + ")";
        }
        return min.equals(max) ? Times.text(min) : Times.text(min) + ".." + Times.text(max);
    }
}
