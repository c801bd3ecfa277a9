package io.github.llmperf.plan;

import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Quantity;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import java.util.OptionalDouble;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * A search for the largest load that meets the limits.
 *
 * @param kind what is raised: users, or a rate of requests
 * @param from smallest amount tried, above 0
 * @param to largest amount tried, at least {@code from}
 * @param planned amount that nodes are counted for; empty for none
 * @param headroom part of each node's capacity that is kept free, 0 to below 1
 * @param certainty with which an amount must meet the limits to be accepted, from .5 to below 1
 * @param resolution relative distance between accepted and refused at which the search ends, from .005 to 1
 * @param maxRuns most loads run, {@value #LEAST_RUNS} to {@value #MOST_RUNS}
 */
@API(status = Status.INTERNAL, since = "0.1")
public record CapacityPlan(
        Kind kind,
        double from,
        double to,
        OptionalDouble planned,
        double headroom,
        double certainty,
        double resolution,
        int maxRuns) {

    /** Certainty unless set. */
    public static final double CERTAINTY = .9;

    /** Resolution unless set. */
    public static final double RESOLUTION = .05;

    /** Most runs unless set. */
    public static final int RUNS = 12;

    /** Fewer runs find nothing but the ends of a range. */
    public static final int LEAST_RUNS = 3;

    /** More runs than anybody waits for. */
    public static final int MOST_RUNS = 100;

    private static final MathContext DIGITS = new MathContext(3);

    /** What is raised until a limit breaks. */
    public enum Kind {
        /** Concurrent users of a closed loop. */
        USERS("users"),
        /** Requests per second of an open loop. */
        REQUEST_RATE("requestRate");

        private final String attribute;

        Kind(String attribute) {
            this.attribute = attribute;
        }

        /**
         * Returns the attribute of a load that says it.
         *
         * @return {@code users} or {@code requestRate}
         */
        public String attribute() {
            return attribute;
        }

        /**
         * Returns the measure that a found capacity is stored and compared as.
         *
         * @return {@code capacity} or {@code capacityRate}
         */
        public Measure measure() {
            return Measure.of(this == USERS ? Metric.CAPACITY : Metric.CAPACITY_RATE);
        }
    }

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if a number is out of range
     */
    public CapacityPlan {
        if (!(from > 0 && to >= from && to < Double.POSITIVE_INFINITY)) {
            throw new RefusedSetting(
                    "range", "must go from above 0 to as much or more, but goes from " + from + " to " + to);
        }
        requireBetween("headroom", headroom, 0, .99);
        requireBetween("certainty", certainty, .5, .999);
        requireBetween("resolution", resolution, .005, 1);
        if (maxRuns < LEAST_RUNS || maxRuns > MOST_RUNS) {
            throw new RefusedSetting(
                    "maxRuns", "must be between " + LEAST_RUNS + " and " + MOST_RUNS + ", but is " + maxRuns);
        }
        if (planned.isPresent() && !(planned.getAsDouble() > 0)) {
            throw new RefusedSetting("planned", "must be above 0, but is " + planned.getAsDouble());
        }
    }

    private static void requireBetween(String what, double value, double low, double high) {
        if (!(value >= low && value <= high)) {
            throw new RefusedSetting(
                    what,
                    "must be from " + Quantity.number(100 * low) + "% to " + Quantity.number(100 * high) + "%, but is "
                            + Quantity.number(100 * value) + "%");
        }
    }

    /**
     * Makes the search of somebody who changes no setting.
     *
     * @param from smallest amount tried
     * @param to largest amount tried
     * @return certainty 90 %, resolution 5 %, at most 12 runs, nothing planned, no headroom
     */
    public static CapacityPlan standard(Kind kind, double from, double to) {
        return new CapacityPlan(kind, from, to, OptionalDouble.empty(), 0, CERTAINTY, RESOLUTION, RUNS);
    }

    /**
     * Returns an amount as one that a load can have.
     *
     * @param amount any above 0
     * @return the nearest whole number of users, 1 at least; of a rate three significant digits
     */
    public double round(double amount) {
        return kind == Kind.USERS
                ? Math.max(1, Math.rint(amount))
                : BigDecimal.valueOf(amount).round(DIGITS).doubleValue();
    }

    /**
     * Returns the next larger amount that a load can have.
     *
     * @param amount a rounded one
     * @return one user more, or the next rate of three significant digits
     */
    public double above(double amount) {
        return kind == Kind.USERS ? amount + 1 : amount + digit(amount);
    }

    /**
     * Returns the next smaller amount that a load can have.
     *
     * @param amount a rounded one
     * @return one user fewer, or the next smaller rate of three significant digits
     */
    public double below(double amount) {
        return kind == Kind.USERS ? amount - 1 : round(amount - digit(amount));
    }

    /** A change in the third digit: about the smallest difference between rates that shows. */
    private static double digit(double amount) {
        return Math.pow(10, Math.floor(Math.log10(amount)) - DIGITS.getPrecision() + 1);
    }

    /**
     * Returns an amount in words.
     *
     * @param amount users or requests per second
     * @return such as {@code 92 users} or {@code 12.5 requests/s}
     */
    public String text(double amount) {
        return number(amount) + (kind == Kind.USERS ? amount == 1 ? " user" : " users" : " requests/s");
    }

    /**
     * Returns an amount as tables show it.
     *
     * @param amount users or requests per second
     * @return such as {@code 1,200} or {@code 12.5}
     */
    public String number(double amount) {
        return amount >= 1000 ? String.format(Locale.ROOT, "%,d", Math.round(amount)) : Quantity.number(amount);
    }

    /**
     * Returns how many nodes an amount takes.
     *
     * @param perNode what one node carries, above 0
     * @return the least whole number of nodes that carry it with the headroom kept free
     * @throws IllegalArgumentException if a node carries nothing
     */
    public int nodes(double perNode, double amount) {
        if (!(perNode > 0)) {
            throw new IllegalArgumentException("a node must carry something, but carries " + perNode);
        }
        return (int) Math.ceil(amount / (perNode * (1 - headroom)) - 1e-9);
    }

    @Override
    public String toString() {
        return number(from) + " to " + text(to);
    }
}
