package io.github.llmperf.wording;

import io.github.llmperf.metric.Limit;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Quantity;
import io.github.llmperf.metric.Unit;
import java.util.Locale;

/** Numbers and words as findings write them. */
final class Words {

    private Words() {}

    /** Returns a value with its unit, thousands separated: {@code 3,412 ms}. */
    static String quantity(double value, Unit unit) {
        return number(value) + " " + unit.symbol();
    }

    /** Returns a number with at most four significant digits, thousands separated. */
    static String number(double value) {
        return Math.abs(value) >= 1000 && Double.isFinite(value)
                ? String.format(Locale.ROOT, "%,d", Math.round(value))
                : Quantity.number(value);
    }

    /** Returns a value of a metric with its unit. */
    static String quantity(double value, Metric metric) {
        return quantity(value, metric.unit());
    }

    /** Returns a limit's sign and value: {@code ≤ 3,000 ms}. */
    static String bound(Limit limit) {
        return limit.operator() + " " + quantity(limit.value(), limit.measure().metric());
    }

    /** Returns how a broken limit reads: the opposite sign and the value, {@code > 3,000 ms}. */
    static String brokenBound(Limit limit) {
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
    static String change(double change) {
        String percent = percent(Math.abs(change));
        return (percent.equals("0 %") ? "±" : change < 0 ? "−" : "+") + percent;
    }

    /** Returns a difference of two percentages with its sign: {@code +5.5 points}. */
    static String points(double difference) {
        double points = Math.round(difference * 100) / 100.;
        return (points == 0 ? "±" : points < 0 ? "−" : "+") + number(Math.abs(points)) + " points";
    }

    /** Returns a part of one as percent, whole from ten on, else with one decimal: {@code 15 %}, {@code 4.2 %}. */
    static String percent(double part) {
        double percent = part * 100;
        return number(percent >= 9.95 ? Math.round(percent) : Math.round(percent * 10) / 10.) + " %";
    }

    /** Returns a number of things: {@code 1 run}, {@code 5 runs}. */
    static String count(long number, String thing) {
        return String.format(Locale.ROOT, "%,d %s%s", number, thing, number == 1 ? "" : "s");
    }
}
