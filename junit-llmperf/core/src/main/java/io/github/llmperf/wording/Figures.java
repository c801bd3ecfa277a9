package io.github.llmperf.wording;

import io.github.llmperf.metric.Unit;
import java.math.BigDecimal;
import java.math.RoundingMode;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Numbers as people read them. */
@API(status = Status.INTERNAL, since = "0.1")
public final class Figures {

    private static final int COMMIT_DIGITS = 10;

    private Figures() {}

    /** A value with its unit, such as {@code 812 ms}. */
    public static String quantity(double value, Unit unit) {
        return Double.isNaN(value) ? "–" : Numbers.quantity(value, unit);
    }

    /** A latency as axes show it: {@code 200 ms} below a second, {@code 2 s} from there on. */
    public static String latency(double ms) {
        return ms < 1000 ? Numbers.number(ms) + " ms" : Numbers.number(ms / 1000) + " s";
    }

    /** Returns a relative change with its sign; a dash where there is none. */
    public static String change(double fraction) {
        return Numbers.change(fraction);
    }

    /** Returns a difference of two parts of one in percentage points. */
    public static String points(double fraction) {
        return Double.isFinite(fraction) ? Numbers.points(100 * fraction) : Numbers.change(fraction);
    }

    public static String interval(double low, double high) {
        return Numbers.interval(low, high);
    }

    /** Returns a part of one as percent. */
    public static String part(double fraction) {
        return Double.isNaN(fraction) ? "unknown" : Numbers.percent(fraction);
    }

    /** A number to so many decimals, such as {@code 0.013}. */
    public static String number(double value, int decimals) {
        return BigDecimal.valueOf(value)
                .setScale(decimals, RoundingMode.HALF_UP)
                .stripTrailingZeros()
                .toPlainString();
    }

    /** Seconds, such as {@code 62.4 s}. */
    public static String seconds(double seconds) {
        return Numbers.number(seconds) + " s";
    }

    /** A number of things, such as {@code 1 request} or {@code 5 requests}. */
    public static String count(long n, String thing) {
        return Numbers.count(n, thing);
    }

    /** A commit as git abbreviates it: what is left out tells nobody apart. */
    public static String commit(String commit) {
        return commit.length() <= COMMIT_DIGITS ? commit : commit.substring(0, COMMIT_DIGITS);
    }
}
