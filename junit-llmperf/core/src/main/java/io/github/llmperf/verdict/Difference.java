package io.github.llmperf.verdict;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * How far a measure lies from what it is compared with, on a scale where equal steps weigh the same and positive means
 * worse, and what chance alone would do.
 */
@API(status = Status.INTERNAL, since = "0.1")
public interface Difference {

    /**
     * Returns the difference.
     *
     * @return positive where this run is worse
     */
    double shift();

    /** Returns the chance of a difference this bad or worse when nothing has changed. */
    double pWorse();

    /** Returns the chance of a difference this good or better when nothing has changed. */
    double pBetter();

    /**
     * Returns the chance of a difference this good or better when the true worsening is delta.
     *
     * @param delta a worsening on the same scale
     */
    double pBelow(double delta);

    /**
     * Returns whether no trial contradicts a worsening; always true for pairs and for a single trial.
     *
     * @param least what each of several trials must be worse by
     * @return true if each is, or there is but one
     */
    default boolean everyTrialIsWorse(double least) {
        return true;
    }

    /**
     * Returns whether no trial contradicts an improvement; always true for pairs and for a single trial.
     *
     * @param least what each of several trials must be better by
     * @return true if each is, or there is but one
     */
    default boolean everyTrialIsBetter(double least) {
        return true;
    }

    /**
     * Returns how far the interval of the shift reaches to either side.
     *
     * @param confidence one-sided, such as .95 for a two-sided interval of 90 %
     * @return t quantile × standard error
     */
    double reach(double confidence);

    /**
     * Returns the smallest shift that is called a regression with 80 % power: in 8 of 10 cases it comes out both significant
     * at alpha and no smaller than delta.
     *
     * @param alpha chance of a false alarm
     * @param delta a worsening on the same scale
     * @return a worsening on the same scale, above delta
     */
    double detectable(double alpha, double delta);

    /**
     * Returns how many stored runs, or pairs, make a shift of delta significant at alpha with 80 % power, if the noise stays
     * as it is.
     *
     * @param alpha chance of a false alarm
     * @param delta a worsening on the same scale
     * @return their number; −1 if even the largest possible number is not enough
     */
    int runsNeeded(double alpha, double delta);

    /**
     * Returns the standard deviation that the rule used.
     *
     * @return from run to run, or of the differences within pairs
     */
    double sd();

    /** Returns the same, and how much of it is assumed. */
    default Evidence.Spread spread() {
        return Evidence.Spread.measured(sd());
    }

    /** Returns the evidence behind the verdict. */
    int runs();

    /**
     * Returns how many trials were compared.
     *
     * @return 1 or more; pairs are one
     */
    default int trialCount() {
        return 1;
    }
}
