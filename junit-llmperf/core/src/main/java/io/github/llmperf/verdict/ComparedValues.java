package io.github.llmperf.verdict;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Both sides of a comparison and the change between them. Not a number where this run lacks the measure.
 *
 * @param baseline geometric mean of the runs it is compared with; of the error rate the mean, here and below
 * @param candidate geometric mean of the trials of this run
 * @param change candidate / baseline − 1; its sign is the number's, not the direction's
 * @param changeLow lower end of the 90 % interval of {@code change}
 * @param changeHigh upper end
 */
@API(status = Status.INTERNAL, since = "0.1")
public record ComparedValues(double baseline, double candidate, double change, double changeLow, double changeHigh) {

    static ComparedValues without(double baseline) {
        return new ComparedValues(baseline, Double.NaN, Double.NaN, Double.NaN, Double.NaN);
    }
}
