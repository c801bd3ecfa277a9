package io.github.llmperf.bench.verdict;

import io.github.llmperf.metric.Verdict;
import java.util.List;

/**
 * What a rule says of one experiment.
 *
 * @param verdicts one for each measure, in the order of {@link BenchMeasure}
 * @param curve whether it would fail the build at each threshold of a curve; empty where none is drawn
 */
@SuppressWarnings("ArrayRecordComponent") // one flag for each threshold
record Decision(List<Verdict> verdicts, int trials, boolean[] curve) {

    /** Copies the list. */
    Decision {
        verdicts = List.copyOf(verdicts);
    }
}
