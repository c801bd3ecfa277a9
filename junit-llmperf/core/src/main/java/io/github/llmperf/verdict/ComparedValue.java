package io.github.llmperf.verdict;

import io.github.llmperf.baseline.BaselineRun;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import java.util.List;
import java.util.OptionalDouble;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Which value of a stored run counts in a comparison. */
@API(status = Status.INTERNAL, since = "0.1")
public final class ComparedValue {

    private static final double PERCENT = 100;

    private ComparedValue() {}

    /**
     * Returns whether rates are compared over the whole run: where the candidate has none over the window, or most of
     * the runs that it is compared with have none.
     *
     * @param candidate whether the candidate's rates are those of the whole run
     */
    static boolean isOverWholeRun(Measure measure, boolean candidate, List<BaselineRun> runs) {
        return RegressionRule.isWindowRate(measure.metric())
                && (candidate || 2 * count(measure, false, runs) < count(measure, true, runs));
    }

    private static long count(Measure measure, boolean wholeRun, List<BaselineRun> runs) {
        return runs.stream()
                .filter(run -> of(run, measure, wholeRun).isPresent())
                .count();
    }

    /**
     * Returns the value of a measure in a stored run.
     *
     * @param wholeRun whether rates are compared over the whole run, not the window
     * @return the value in the metric's unit; empty where the run has none, or no rate over that part of the run
     */
    public static OptionalDouble of(BaselineRun run, Measure measure, boolean wholeRun) {
        if (measure.metric() == Metric.ERROR_RATE) {
            long attempted = run.counts().attempted();
            return attempted == 0
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(PERCENT * run.counts().failed() / attempted);
        }
        boolean stored = run.counts().ratesFromWholeRun();
        if (!RegressionRule.isWindowRate(measure.metric()) || wholeRun == stored) {
            return run.value(measure);
        }
        Double other = wholeRun ? run.wholeRun().get(measure) : null;
        return other == null ? OptionalDouble.empty() : OptionalDouble.of(other);
    }
}
