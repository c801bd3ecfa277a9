package io.github.llmperf.metric;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * An absolute bound on one measure, such as {@code ttft.p90 ≤ 3000 ms}.
 *
 * @param measure what is bounded
 * @param bound upper or lower
 * @param strict whether the value itself is already outside
 * @param value the bound in the metric's unit
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public record Limit(Measure measure, Bound bound, boolean strict, double value) {

    /** Whether a limit bounds from above or from below. */
    public enum Bound {
        /** The value must not exceed the limit. */
        AT_MOST,
        /** The value must reach the limit. */
        AT_LEAST
    }

    private static final Pattern EXPRESSION = Pattern.compile("\\s*([A-Za-z0-9.]+)\\s*(<=|>=|<|>)\\s*(.+?)\\s*");

    /**
     * Returns the bound that is natural for the measure: from below where higher is better, otherwise from above.
     *
     * @param measure what is bounded
     * @param value the bound as written, such as {@code "3s"}
     * @return the limit; reaching the value is still allowed
     * @throws IllegalArgumentException if the value has no unit, a wrong one, or is negative
     */
    public static Limit of(Measure measure, String value) {
        Bound bound = measure.metric().better() == Direction.HIGHER ? Bound.AT_LEAST : Bound.AT_MOST;
        return new Limit(
                measure,
                bound,
                false,
                Quantity.parse(value, measure.metric().unit()).value());
    }

    /**
     * Reads an expression such as {@code "itl.p99 < 400ms"} or {@code "outputTokenRate >= 100/s"}.
     *
     * @param expression measure, one of {@code < <= > >=}, and a value with its unit
     * @return the limit
     * @throws IllegalArgumentException if any part cannot be read
     */
    public static Limit parse(String expression) {
        Matcher matcher = EXPRESSION.matcher(expression);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "limit must be a measure, one of < <= > >=, and a value, as in \"itl.p99 < 400ms\", but is \""
                            + expression + "\"");
        }
        Measure measure = Measure.parse(matcher.group(1));
        String operator = matcher.group(2);
        double value = Quantity.parse(matcher.group(3), measure.metric().unit()).value();
        return new Limit(
                measure, operator.startsWith("<") ? Bound.AT_MOST : Bound.AT_LEAST, operator.length() == 1, value);
    }

    /**
     * Returns whether a measured value meets this limit.
     *
     * @param actual the value in the metric's unit; not a number never meets a limit
     * @return true when it is inside
     */
    public boolean isMetBy(double actual) {
        if (Double.isNaN(actual)) {
            return false;
        }
        int order = Double.compare(actual, value);
        if (order == 0) {
            return !strict;
        }
        return bound == Bound.AT_MOST ? order < 0 : order > 0;
    }

    /**
     * Returns the sign that stands between measure and value.
     *
     * @return one of {@code <}, {@code ≤}, {@code >}, {@code ≥}
     */
    public String operator() {
        if (bound == Bound.AT_MOST) {
            return strict ? "<" : "≤";
        }
        return strict ? ">" : "≥";
    }

    /**
     * Returns the limit's value with its unit.
     *
     * @return the quantity
     */
    public Quantity quantity() {
        return new Quantity(value, measure.metric().unit());
    }

    @Override
    public String toString() {
        return measure + " " + operator() + " " + quantity();
    }
}
