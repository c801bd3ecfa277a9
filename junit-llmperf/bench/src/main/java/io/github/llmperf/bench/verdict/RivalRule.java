package io.github.llmperf.bench.verdict;

import io.github.llmperf.verdict.Verdict;
import java.util.Arrays;

/**
 * Judges by a rule of others: the build fails where any measure is called worse.
 *
 * @param rival the rule
 */
record RivalRule(Rival rival) implements BuildRule {

    @Override
    public String name() {
        return rival.name();
    }

    @Override
    public Decision decide(Experiment experiment) {
        return new Decision(
                Arrays.stream(BenchMeasure.values())
                        .map(measure -> verdict(rival.score(experiment.series(measure))))
                        .toList(),
                1);
    }

    /** They know no more than two answers; where they cannot say, nothing is decided. */
    private Verdict verdict(double score) {
        if (Double.isNaN(score)) {
            return Verdict.UNDECIDED;
        }
        return score > rival.threshold() ? Verdict.REGRESSION : Verdict.PASS;
    }

    @Override
    public double[] thresholds() {
        return rival.sweep();
    }

    @Override
    public boolean[] alarms(Experiment experiment) {
        double worst = Arrays.stream(BenchMeasure.values())
                .mapToDouble(measure -> rival.score(experiment.series(measure)))
                .filter(score -> !Double.isNaN(score))
                .max()
                .orElse(Double.NEGATIVE_INFINITY);
        double[] thresholds = thresholds();
        boolean[] alarms = new boolean[thresholds.length];
        for (int i = 0; i < alarms.length; i++) {
            alarms[i] = worst > thresholds[i];
        }
        return alarms;
    }
}
