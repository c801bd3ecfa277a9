package io.github.llmperf.wording;

import io.github.llmperf.metric.Limit;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Quantity;
import io.github.llmperf.metric.Unit;
import java.util.Locale;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Numbers as everything writes them that a user reads: one value has one text, wherever it stands. */
@API(status = Status.INTERNAL, since = "0.1")
public final class Numbers {

    private Numbers() {}

    /**
     * Returns a value with its unit, thousands separated: {@code 3,412 ms}.
     *
     * @param unit its unit
     */
    public static String quantity(double value, Unit unit) {
        return number(value) + " " + unit.symbol();
    }

    /**
     * Returns how late this program was: two digits below one, one after the point below ten, since the third says nothing.
     *
     * @return such as {@code 0.41 ms}, {@code 1.9 ms}, {@code 41 ms}
     */
    public static String lateness(double ms) {
        double digit = ms < 1 ? .01 : ms < 10 ? .1 : 1;
        return quantity(Math.rint(ms / digit) / (1 / digit), Unit.MILLISECONDS);
    }

    /** Returns a number with at most four significant digits, thousands separated. */
    public static String number(double value) {
        return Math.abs(value) >= 1000 && Double.isFinite(value)
                ? String.format(Locale.ROOT, "%,d", Math.round(value))
                : Quantity.number(value);
    }

    /** Returns a value of a metric with its unit. */
    public static String quantity(double value, Metric metric) {
        return quantity(value, metric.unit());
    }

    /** Returns a limit's sign and value: {@code ≤ 3,000 ms}. */
    public static String bound(Limit limit) {
        return limit.operator() + " " + quantity(limit.value(), limit.measure().metric());
    }

    /** Returns how a broken limit reads: the opposite sign and the value, {@code > 3,000 ms}. */
    public static String brokenBound(Limit limit) {
        String opposite =
                switch (limit.operator()) {
                    case "≤" -> ">";
                    case "<" -> "≥";
                    case "≥" -> "<";
                    default -> "≤";
                };
        return opposite + " " + quantity(limit.value(), limit.measure().metric());
    }

    /** Returns a relative change with its sign: {@code +105 %}, {@code −4.2 %}. */
    public static String change(double change) {
        if (!Double.isFinite(change)) {
            return Double.isNaN(change) ? "–" : change > 0 ? "+∞" : "−∞";
        }
        String percent = percent(Math.abs(change));
        return (percent.equals("0 %") ? "±" : change < 0 ? "−" : "+") + percent;
    }

    /** Returns a difference of two percentages with its sign: {@code +5.5 points}. */
    public static String points(double difference) {
        double points = Math.round(difference * 100) / 100.;
        return (points == 0 ? "±" : points < 0 ? "−" : "+") + number(Math.abs(points)) + " points";
    }

    /** Returns a part of one as percent, whole from ten on, else with one decimal: {@code 15 %}, {@code 4.2 %}. */
    public static String percent(double part) {
        double percent = part * 100;
        return number(percent >= 9.95 ? Math.round(percent) : Math.round(percent * 10) / 10.) + " %";
    }

    /** Returns a number of things: {@code 1 run}, {@code 5 runs}. */
    public static String count(long number, String thing) {
        return String.format(Locale.ROOT, "%,d %s%s", number, thing, number == 1 ? "" : "s");
    }

    /** Returns the interval of a relative change: {@code +12 % to +31 %}. */
    public static String interval(double low, double high) {
        return change(low) + " to " + change(high);
    }
}
