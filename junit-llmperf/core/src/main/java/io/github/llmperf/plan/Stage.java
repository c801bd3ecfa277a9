package io.github.llmperf.plan;

import io.github.llmperf.metric.Quantity;
import io.github.llmperf.metric.Unit;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * One of several loads that follow each other: users or a rate, and for how long. Its text keeps the number as it was
 * written, since it names results.
 *
 * @param kind what the amount counts
 * @param amount such as {@code 20} or {@code 8/s}
 * @param duration length of the measurement, above zero
 */
@API(status = Status.INTERNAL, since = "0.1")
public record Stage(Kind kind, String amount, Duration duration) {

    /** What a stage is made of. */
    public enum Kind {
        /** Users that wait for their answers. */
        USERS("users"),
        /** Requests per second, sent whatever is answered. */
        RATE("requestRate");

        private final String attribute;

        Kind(String attribute) {
            this.attribute = attribute;
        }

        /** Returns what says the same of a load without stages. */
        public String attribute() {
            return attribute;
        }
    }

    private static final Pattern PARTS = Pattern.compile("(\\S.*?)\\s+for\\s+(\\S.*)");
    private static final Pattern USERS = Pattern.compile("([0-9]{1,9})\\s+users?");
    private static final String AS_IN = ", as in \"5 users for 1m\" or \"8/s for 30s\", but is \"";

    /**
     * Checks the duration.
     *
     * @throws IllegalArgumentException if it is not above zero
     */
    public Stage {
        if (duration.isZero() || duration.isNegative()) {
            throw new IllegalArgumentException(
                    "stages must last longer than zero, but one lasts " + duration.toMillis() + "ms");
        }
    }

    /**
     * Reads {@code "5 users for 1m"} or {@code "8/s for 30s"}.
     *
     * @param text users or a rate, the word {@code for}, and a time with unit
     * @throws IllegalArgumentException if it is anything else
     */
    public static Stage parse(String text) {
        Matcher parts = PARTS.matcher(text.trim());
        if (!parts.matches()) {
            throw new IllegalArgumentException(
                    "stages must be users or a rate, and for how long" + AS_IN + text + "\"");
        }
        Duration duration = duration(parts.group(2), text);
        Matcher users = USERS.matcher(parts.group(1));
        if (users.matches()) {
            if (Integer.parseInt(users.group(1)) == 0) {
                throw new IllegalArgumentException("stages must have 1 user or more" + AS_IN + text + "\"");
            }
            return new Stage(Kind.USERS, Integer.toString(Integer.parseInt(users.group(1))), duration);
        }
        checkRate(parts.group(1), text);
        return new Stage(Kind.RATE, parts.group(1), duration);
    }

    private static Duration duration(String time, String text) {
        try {
            return Times.parsePositive(time);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "stages must last a time above zero and at most 240h" + AS_IN + text + "\"", e);
        }
    }

    private static void checkRate(String rate, String text) {
        if (rate.equals("inf")) {
            throw new IllegalArgumentException("stages must have a rate that goes on" + AS_IN + text
                    + "\": inf sends all requests at once; set requestRate and requests in a test of its own for that");
        }
        try {
            if (Quantity.parse(rate, Unit.REQUESTS_PER_SECOND).value() > 0) {
                return;
            }
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("stages must begin with users or a rate" + AS_IN + text + "\"", e);
        }
        throw new IllegalArgumentException("stages must have a rate above 0" + AS_IN + text + "\"");
    }

    /** Returns the stage as it would be written in an annotation. */
    @Override
    public String toString() {
        String what = kind == Kind.RATE ? amount : amount.equals("1") ? "1 user" : amount + " users";
        return what + " for " + Times.text(duration);
    }
}
