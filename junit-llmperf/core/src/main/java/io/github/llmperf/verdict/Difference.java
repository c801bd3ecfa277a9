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

    /**
     * Returns the chance of a difference this bad or worse when nothing has changed.
     *
     * @return one-sided p
     */
    double pWorse();

    /**
     * Returns the chance of a difference this good or better when nothing has changed.
     *
     * @return one-sided p
     */
    double pBetter();

    /**
     * Returns the chance of a difference this good or better when the true worsening is delta.
     *
     * @param delta a worsening on the same scale
     * @return one-sided p
     */
    double pBelow(double delta);

    /**
     * Tells whether no trial spoke against a worsening. Pairs, and a single trial, have nothing to speak against.
     *
     * @param least what each of several trials must be worse by
     * @return true if each is, or there is but one
     */
    default boolean everyTrialIsWorse(double least) {
        return true;
    }

    /**
     * Tells whether no trial spoke against an improvement. Pairs, and a single trial, have nothing to speak against.
     *
     * @param least what each of several trials must be better by
     * @return true if each is, or there is but one
     */
    default boolean everyTrialIsBetter(double least) {
        return true;
    }
}
