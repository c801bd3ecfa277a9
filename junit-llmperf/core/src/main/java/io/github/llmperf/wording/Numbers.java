package io.github.llmperf.wording;

import io.github.llmperf.metric.Limit;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Quantity;
import io.github.llmperf.metric.Unit;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.function.DoubleFunction;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Numbers as everything writes them that a user reads: one value has one text, wherever it stands. */
@API(status = Status.INTERNAL, since = "0.1")
public final class Numbers {

    /** Finer differences are those of binary numbers. */
    private static final int MOST_DECIMALS = 9;

    /** Too few to show binary rounding: 100 · 0.1455 is a little below 14.55. */
    private static final MathContext DIGITS = new MathContext(12);

    /**
     * A value and its limit with as many digits as tell them apart: what breaks a limit never reads as equal to it.
     *
     * @param value such as {@code +15.4 %}
     * @param limit such as {@code +15 %}
     */
    public record Apart(String value, String limit) {}

    private Numbers() {}

    /** Writes a relative change beside the one that is allowed. */
    public static Apart change(double change, double allowed) {
        return apart(
                change, allowed, Numbers::change, (part, decimals) -> sign(part) + exact(100 * part, decimals) + " %");
    }

    /** Writes a difference of two percentages beside the one that is allowed. */
    static Apart points(double difference, double allowed) {
        return apart(
                difference,
                allowed,
                points -> Double.isFinite(points) ? points(points) : change(points),
                (points, decimals) -> sign(points) + exact(points, decimals) + " points");
    }

    /** Writes a measured value beside its limit, both with their unit. */
    public static Apart quantity(double value, Limit limit) {
        String unit = " " + limit.measure().metric().unit().symbol();
        return apart(value, limit.value(), Numbers::number, (number, decimals) -> exact(number, decimals), unit);
    }

    private static Apart apart(
            double value, double limit, DoubleFunction<String> usual, BiFunction<Double, Integer, String> exact) {
        return apart(value, limit, usual, exact, "");
    }

    private static Apart apart(
            double value,
            double limit,
            DoubleFunction<String> usual,
            BiFunction<Double, Integer, String> exact,
            String unit) {
        String one = usual.apply(value);
        String other = usual.apply(limit);
        for (int decimals = 1;
                one.equals(other) && Double.compare(value, limit) != 0 && decimals <= MOST_DECIMALS;
                decimals++) {
            one = exact.apply(value, decimals);
            other = exact.apply(limit, decimals);
        }
        return new Apart(one + unit, other + unit);
    }

    private static String sign(double value) {
        return value < 0 ? "−" : "+";
    }

    private static String exact(double value, int decimals) {
        DecimalFormat format =
                new DecimalFormat("#,##0." + "#".repeat(decimals), DecimalFormatSymbols.getInstance(Locale.ROOT));
        format.setRoundingMode(RoundingMode.HALF_UP);
        return format.format(BigDecimal.valueOf(Math.abs(value)).round(DIGITS));
    }

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

    /** Returns how a broken limit reads: the opposite of its sign. */
    static String brokenOperator(Limit limit) {
        return switch (limit.operator()) {
            case "≤" -> ">";
            case "<" -> "≥";
            case "≥" -> "<";
            default -> "≤";
        };
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

    /** Returns a part of one that somebody set, with all its digits: {@code 15 %}, {@code 15.4 %}. */
    static String setting(double part) {
        return exact(100 * part, 4) + " %";
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
