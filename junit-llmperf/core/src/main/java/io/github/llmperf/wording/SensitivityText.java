package io.github.llmperf.wording;

import io.github.llmperf.verdict.Finding.Comparison;
import io.github.llmperf.verdict.Sensitivity;
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
        return seen(c, "");
    }

    /**
     * Returns what is seen with 80 % power, by name.
     *
     * @return such as {@code a worsening of ttft.p50 from 12 % on}
     */
    public static String seen(Comparison c, String of) {
        String name = of.isEmpty() ? "" : " of " + of;
        double worsening = c.evidence().detectable();
        if (worsening <= DOUBLED || Double.isNaN(worsening)) {
            return "a worsening" + name
                    + (name.isEmpty()
                            ? " of " + Numbers.percent(worsening)
                            : " from " + Numbers.percent(worsening) + " on");
        }
        return worsening <= TENFOLD
                ? "only a worsening" + name + " by a factor of " + Numbers.number(tenths(1 + worsening))
                : "no worsening" + name + " below tenfold";
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

    /**
     * Says what the run-to-run noise of a comparison is made of beside the stored runs.
     *
     * @param c a comparison with stored runs, of any measure but the error rate
     * @param assumedNoise what the plan assumes while few runs are stored, relative
     * @return the least that is believed, and what stands in for runs that are missing
     */
    public static String noise(Comparison c, double assumedNoise) {
        return "is at least " + Numbers.percent(Sensitivity.LEAST_NOISE)
                + (Sensitivity.assumesNoise(c)
                        ? "; " + Numbers.percent(assumedNoise) + " is assumed for those that are missing to "
                                + Sensitivity.ENOUGH_RUNS + " stored runs"
                        : "");
    }
}
