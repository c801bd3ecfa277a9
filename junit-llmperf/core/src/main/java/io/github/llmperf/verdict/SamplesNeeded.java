package io.github.llmperf.verdict;

import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Statistic;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** How many samples a measure takes to be judged. */
@API(status = Status.INTERNAL, since = "0.1")
public final class SamplesNeeded {

    /** Samples beyond a percentile, without which two runs of the same server differ by chance. */
    private static final int BEYOND = 10;

    private SamplesNeeded() {}

    /** Returns how many samples it takes to judge a limit. */
    public static long byLimit(Measure measure) {
        return measure.statistic().samplesToExist();
    }

    /** Returns how many samples it takes to compare with stored runs. */
    public static long toCompare(Measure measure) {
        Statistic statistic = measure.statistic();
        return statistic.kind() == Statistic.Kind.PERCENTILE
                ? (long) Math.ceil(BEYOND * 100 / (100 - statistic.percentile()) - 1e-9)
                : 1;
    }
}
