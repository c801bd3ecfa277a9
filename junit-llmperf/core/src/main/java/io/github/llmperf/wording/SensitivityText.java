package io.github.llmperf.wording;

import io.github.llmperf.verdict.Finding.Comparison;
import io.github.llmperf.verdict.Sensitivity;
import java.util.List;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * How large a worsening must be for a comparison to see it, in words. A few noisy pairs could only see one of thousands of
 * percent: such a number says nothing but that they see nothing.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class SensitivityText {

    private static final double DOUBLED = 1;
    private static final double TENFOLD = 9;

    private SensitivityText() {}

    /**
     * Returns what is seen with 80 % power.
     *
     * @return such as {@code a worsening of 12 %}, {@code only a worsening by a factor of 3.5} or
     *     {@code no worsening below tenfold}
     */
    public static String seen(Comparison c) {
        return seen(c, "of ", "");
    }

    /**
     * Returns from where on it is seen.
     *
     * @return such as {@code a worsening from 12 % on}
     */
    static String seenFrom(Comparison c) {
        return seen(c, "from ", " on");
    }

    private static String seen(Comparison c, String before, String after) {
        double worsening = c.evidence().detectable();
        if (worsening <= DOUBLED || Double.isNaN(worsening)) {
            return "a worsening " + before + Numbers.percent(worsening) + after;
        }
        return worsening <= TENFOLD
                ? "only a worsening by a factor of " + Numbers.number(tenths(1 + worsening))
                : "no worsening below tenfold";
    }

    /**
     * Returns the same for the cell of a table.
     *
     * @return such as {@code 12 %}, {@code × 3.5} or {@code > × 10}
     */
    public static String brief(Comparison c) {
        double worsening = c.evidence().detectable();
        if (worsening <= DOUBLED || Double.isNaN(worsening)) {
            return Double.isNaN(worsening) ? "unknown" : Numbers.percent(worsening);
        }
        return worsening <= TENFOLD ? "× " + Numbers.number(tenths(1 + worsening)) : "> × 10";
    }

    private static double tenths(double factor) {
        return Math.ceil(factor * 10 - 1e-9) / 10;
    }

    /** Begins a sentence on what would help a comparison that does not see what it should; empty for any other. */
    static String blindness(Comparison c, String allowed) {
        return Sensitivity.isBlind(c) ? "this comparison cannot detect " + allowed + ": " : "";
    }

    /**
     * Says of those that are likely worse that they are no more than that.
     *
     * @param likely names, one at least
     * @return a sentence with its stop, which names them
     */
    public static String likelyWorse(List<String> likely) {
        boolean one = likely.size() == 1;
        return "The " + (one ? "bar of " : "bars of ") + listed(likely) + (one ? " is" : " are")
                + " wholly on the shaded side, likely a regression but no sure one: that takes more than a 90 %"
                + " interval.";
    }

    static String listed(List<String> names) {
        int last = names.size() - 1;
        return last == 0 ? names.get(0) : String.join(", ", names.subList(0, last)) + " and " + names.get(last);
    }
}
