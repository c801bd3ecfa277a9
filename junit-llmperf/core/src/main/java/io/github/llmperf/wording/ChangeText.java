package io.github.llmperf.wording;

import io.github.llmperf.metric.Direction;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.verdict.ComparedValues;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** The change of a comparison beside the one that is allowed. */
@API(status = Status.INTERNAL, since = "0.1")
public final class ChangeText {

    private ChangeText() {}

    /**
     * Writes both with as many digits as tell them apart.
     *
     * @param tolerance accepted worsening, a part of the reference's value; of the error rate a difference
     * @return such as {@code +15.4 %} beside {@code +15 %}; of the error rate points
     */
    public static Numbers.Apart of(Measure measure, double tolerance, ComparedValues values) {
        return measure.metric() == Metric.ERROR_RATE
                ? Numbers.points(values.candidate() - values.baseline(), 100 * tolerance)
                : Numbers.change(values.change(), tolerated(measure, tolerance));
    }

    /**
     * Returns the change that is allowed: a tolerance is a factor towards the worse side, so for a rate the inverse, and for
     * the length of answers, of which only a collapse is worse.
     */
    public static double tolerated(Measure measure, double tolerance) {
        return measure.metric().better() != Direction.LOWER ? 1 / (1 + tolerance) - 1 : tolerance;
    }
}
