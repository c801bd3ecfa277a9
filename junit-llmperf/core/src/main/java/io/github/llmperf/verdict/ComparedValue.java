package io.github.llmperf.verdict;

import io.github.llmperf.baseline.BaselineRun;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import java.util.OptionalDouble;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Which value of a stored run counts in a comparison. */
@API(status = Status.INTERNAL, since = "0.1")
public final class ComparedValue {

    private static final double PERCENT = 100;

    private ComparedValue() {}

    /**
     * Returns the value of a measure in a stored run.
     *
     * @param ratesFromWholeRun whether the run it is compared with has its rates over the whole run, not the window
     * @return the value in the metric's unit; empty where the run has none, or a rate over another part of the run
     */
    public static OptionalDouble of(BaselineRun run, Measure measure, boolean ratesFromWholeRun) {
        if (measure.metric() == Metric.ERROR_RATE) {
            long attempted = run.counts().attempted();
            return attempted == 0
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(PERCENT * run.counts().failed() / attempted);
        }
        boolean otherPart =
                RegressionRule.isWindowRate(measure.metric()) && run.counts().ratesFromWholeRun() != ratesFromWholeRun;
        return otherPart ? OptionalDouble.empty() : run.value(measure);
    }
}
