package io.github.llmperf.plan;

import io.github.llmperf.metric.Quantity;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * How users of a closed loop start: so many together, then again as many after a while.
 *
 * @param users started together, 1 or more
 * @param every time from one group to the next; zero starts all users at once
 */
@API(status = Status.INTERNAL, since = "0.1")
public record Ramp(int users, Duration every) {

    /** All users at once. */
    public static final Ramp AT_ONCE = new Ramp(1, Duration.ZERO);

    private static final Pattern STEPS = Pattern.compile("\\s*(\\d{1,6})\\s+every\\s+(\\S+)\\s*");

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if users is below 1 or the time is negative
     */
    public Ramp {
        if (users < 1) {
            throw new IllegalArgumentException(
                    "ramp must start 1 user or more at a time, as in \"10 every 30s\", but starts " + users);
        }
        if (every.isNegative()) {
            throw new IllegalArgumentException(
                    "ramp must go on after a time that is not negative, but is " + every.toMillis() + "ms");
        }
    }

    /**
     * Returns a ramp of single users.
     *
     * @param perSecond users per second, above 0; infinity starts all at once
     * @throws IllegalArgumentException if the rate is not above 0
     */
    public static Ramp atRate(double perSecond) {
        if (!(perSecond > 0)) {
            throw new IllegalArgumentException("spawnRate must be above 0 users per second, but is " + perSecond);
        }
        return new Ramp(1, Duration.ofNanos((long) (1e9 / perSecond)));
    }

    /**
     * Reads {@code "10 every 30s"}.
     *
     * @param text users and a time with unit
     * @throws IllegalArgumentException if it is anything else
     */
    public static Ramp parse(String text) {
        Matcher steps = STEPS.matcher(text);
        if (!steps.matches()) {
            throw new IllegalArgumentException(
                    "ramp must be users and a time, as in \"10 every 30s\", but is \"" + text + "\"");
        }
        return new Ramp(Integer.parseInt(steps.group(1)), Times.parsePositive(steps.group(2)));
    }

    /**
     * Returns when a user starts.
     *
     * @param user its number, from 0
     * @return time since the load's begin
     */
    public Duration startOf(int user) {
        return every.multipliedBy(user / users);
    }

    /**
     * Returns how many users start per second, on average.
     *
     * @return users per second; infinity when all start at once
     */
    public double perSecond() {
        return isAtOnce() ? Double.POSITIVE_INFINITY : users * 1e9 / every.toNanos();
    }

    /**
     * Returns whether nobody waits.
     *
     * @return true when all users start at once
     */
    public boolean isAtOnce() {
        return every.isZero();
    }

    @Override
    public String toString() {
        if (isAtOnce()) {
            return "all at once";
        }
        return users == 1 ? Quantity.number(perSecond()) + " users/s" : users + " every " + Times.text(every);
    }
}
