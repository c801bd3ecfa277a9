package io.github.llmperf.bench.verdict;

import io.github.llmperf.metric.Verdict;
import io.github.llmperf.verdict.PairedDifference;
import io.github.llmperf.verdict.RunLevelRule;
import io.github.llmperf.verdict.RunLevelRule.Case;
import java.util.Arrays;
import java.util.List;

/** The product's rule against a second target that is measured in turns; it knows no stored runs. */
final class OwnPairedRule implements BuildRule {

    static final String NAME = "ours, " + Experiment.PAIRS + " pairs of starts";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public int thresholds() {
        return OwnRule.ALPHAS.size();
    }

    @Override
    public Decision decide(Experiment experiment, boolean curve) {
        List<Case> cases = Arrays.stream(BenchMeasure.values())
                .map(measure -> new Case(
                        PairedDifference.of(
                                OwnRule.logs(experiment.paired(), measure),
                                OwnRule.logs(experiment.reference(), measure)),
                        measure.delta()))
                .toList();
        boolean[] alarms = new boolean[curve ? thresholds() : 0];
        for (int i = 0; i < alarms.length; i++) {
            alarms[i] = RunLevelRule.decide(cases, OwnRule.ALPHAS.get(i)).contains(Verdict.REGRESSION);
        }
        return new Decision(RunLevelRule.decide(cases, OwnRule.ALPHA), 1, alarms);
    }
}
