package io.github.llmperf.verdict;

import io.github.llmperf.metric.Direction;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.verdict.Finding.Comparison;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** The sensitivity of a comparison. */
@API(status = Status.INTERNAL, since = "0.1")
public final class Sensitivity {

    /** Least noise from run to run that is believed, relative. */
    public static final double LEAST_NOISE = LogComparison.FLOOR_SD;

    /** With so many stored runs no noise is assumed. */
    public static final int ENOUGH_RUNS = PriorNoise.ENOUGH;

    /** A worsening of this many tolerances must be detectable; a young baseline is usually a little insensitive. */
    private static final double HOPELESS = 3;

    private Sensitivity() {}

    /**
     * Returns whether a comparison sees only what is far beyond its tolerance, by 80 % power.
     *
     * @return true above three tolerances; never of the error rate, of which that is not known
     */
    public static boolean isBlind(Comparison c) {
        return c.measure().metric() != Metric.ERROR_RATE
                && c.evidence().detectable() > HOPELESS * c.subject().tolerance();
    }

    /**
     * Returns whether the whole 90 % interval of the change is beyond the tolerance although a regression, which needs
     * more certainty, was not shown.
     *
     * @return true of undecided ones only
     */
    public static boolean isLikelyWorse(Comparison c) {
        boolean higher = c.measure().metric().better() == Direction.HIGHER;
        double least =
                higher ? 1 / (1 + c.values().changeHigh()) - 1 : c.values().changeLow();
        return c.verdict() == Verdict.UNDECIDED
                && c.measure().metric() != Metric.ERROR_RATE
                && least > c.subject().tolerance();
    }
}
