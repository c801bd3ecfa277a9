package io.github.llmperf.bench.verdict;

import java.util.List;

/**
 * Everything that one judgement may rest on, drawn afresh for each.
 *
 * @param stored runs of the baseline, the oldest first
 * @param trials runs of the candidate, as many as may be asked for
 * @param reference first runs of the pairs
 * @param paired second runs of the pairs, slowed as the candidate is
 */
record Experiment(List<BenchRun> stored, List<BenchRun> trials, List<BenchRun> reference, List<BenchRun> paired) {

    /** Pairs of a comparison with a second target, as many as the product runs unless told otherwise. */
    static final int PAIRS = 8;

    /** Returns the same experiment as it would have been with fewer stored runs: the newest. */
    Experiment newest(int number) {
        return new Experiment(stored.subList(stored.size() - number, stored.size()), trials, reference, paired);
    }

    /** Returns what a rule that knows nothing of several trials looks at. */
    Series series(BenchMeasure measure) {
        return new Series(
                stored.stream().mapToDouble(run -> run.value(measure)).toArray(),
                trials.get(0).value(measure),
                measure,
                stored.get(stored.size() - 1).requests(),
                trials.get(0).requests());
    }
}
