package io.github.llmperf.verdict;

import io.github.llmperf.metric.Measure;
import java.util.OptionalDouble;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * What a comparison is about.
 *
 * @param measure what is compared
 * @param against what it is compared with
 * @param tolerance accepted worsening, a part of the reference's value; of the error rate a difference
 * @param unnoticed the accepted worsening in the measure's unit, where the plan's part of so small a value would be less
 *     than anybody notices
 * @param wholeRun whether it is a rate over the whole run, not the window
 */
@API(status = Status.INTERNAL, since = "0.1")
public record Subject(
        Measure measure, Reference against, double tolerance, OptionalDouble unnoticed, boolean wholeRun) {

    Subject(Measure measure, Reference against, double tolerance) {
        this(measure, against, tolerance, OptionalDouble.empty(), false);
    }

    Subject overWholeRun(boolean whole) {
        return new Subject(measure, against, tolerance, unnoticed, whole);
    }
}
