package io.github.llmperf.report;

import io.github.llmperf.metric.Quantity;
import io.github.llmperf.metric.Unit;
import java.math.BigDecimal;
import java.math.RoundingMode;

/** Numbers as people read them. */
final class Figures {

    private static final String MINUS = "−";
    private static final int COMMIT_DIGITS = 10;

    private Figures() {}

    /** A value with its unit, such as {@code 812 ms}. */
    static String quantity(double value, Unit unit) {
        return Double.isNaN(value) ? "–" : new Quantity(value, unit).toString();
    }

    /** A latency as axes show it: {@code 200 ms} below a second, {@code 2 s} from there on. */
    static String latency(double ms) {
        return ms < 1000 ? Quantity.number(ms) + " ms" : Quantity.number(ms / 1000) + " s";
    }

    /** A relative difference with its sign, such as {@code +12.3 %}. */
    static String change(double fraction) {
        if (!Double.isFinite(fraction)) {
            return Double.isNaN(fraction) ? "–" : (fraction > 0 ? "+∞" : MINUS + "∞");
        }
        BigDecimal percent =
                BigDecimal.valueOf(fraction * 100).setScale(Math.abs(fraction) >= 10 ? 0 : 1, RoundingMode.HALF_UP);
        String sign = percent.signum() < 0 ? MINUS : "+";
        return sign + percent.abs().toPlainString() + " %";
    }

    /** A difference of parts with its sign, such as {@code +1.5 points}. */
    static String points(double fraction) {
        String percent = change(fraction);
        return percent.endsWith(" %") ? percent.substring(0, percent.length() - 2) + " points" : percent;
    }

    /** An interval of relative differences, such as {@code +8.1 … +16.9 %}. */
    static String interval(double low, double high) {
        String from = change(low);
        return (from.endsWith(" %") ? from.substring(0, from.length() - 2) : from) + " … " + change(high);
    }

    /** A part of a whole, such as {@code 12.5 %}. */
    static String part(double fraction) {
        return Double.isNaN(fraction) ? "unknown" : Quantity.number(fraction * 100) + " %";
    }

    /** A part as a reader takes it in: whole percent from ten on, one decimal below, such as {@code 4.2 %}. */
    static String rounded(double fraction) {
        double percent = fraction * 100;
        return Double.isNaN(fraction)
                ? "unknown"
                : Quantity.number(percent >= 9.95 ? Math.rint(percent) : Math.rint(percent * 10) / 10) + " %";
    }

    /** A number to so many decimals, such as {@code 0.013}. */
    static String number(double value, int decimals) {
        return BigDecimal.valueOf(value)
                .setScale(decimals, RoundingMode.HALF_UP)
                .stripTrailingZeros()
                .toPlainString();
    }

    /** Seconds, such as {@code 62.4 s}. */
    static String seconds(double seconds) {
        return Quantity.number(seconds) + " s";
    }

    /** A number of things, such as {@code 1 request} or {@code 5 requests}. */
    static String count(long n, String thing) {
        return n + " " + thing + (n == 1 ? "" : "s");
    }

    /** A commit as git abbreviates it: what is left out tells nobody apart. */
    static String commit(String commit) {
        return commit.length() <= COMMIT_DIGITS ? commit : commit.substring(0, COMMIT_DIGITS);
    }
}
