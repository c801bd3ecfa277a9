package io.github.llmperf.bench.verdict;

import io.github.llmperf.metric.Verdict;
import java.util.Arrays;
import java.util.List;

/** Judges by a rule of others: the build fails where any measure is called worse. */
record RivalRule(Rival rival) implements BuildRule {

    @Override
    public String name() {
        return rival.name();
    }

    @Override
    public int thresholds() {
        return rival.sweep().size();
    }

    @Override
    public Decision decide(Experiment experiment, boolean curve) {
        double[] scores = Arrays.stream(BenchMeasure.values())
                .mapToDouble(measure -> rival.score(experiment.series(measure)))
                .toArray();
        return new Decision(
                Arrays.stream(scores).mapToObj(this::verdict).toList(), 1, curve ? curve(scores) : new boolean[0]);
    }

    /** They know no more than two answers; where they cannot say, nothing is decided. */
    private Verdict verdict(double score) {
        if (Double.isNaN(score)) {
            return Verdict.UNDECIDED;
        }
        return score > rival.threshold() ? Verdict.REGRESSION : Verdict.PASS;
    }

    private boolean[] curve(double[] scores) {
        List<Double> thresholds = rival.sweep();
        boolean[] alarms = new boolean[thresholds.size()];
        for (int i = 0; i < alarms.length; i++) {
            double threshold = thresholds.get(i);
            alarms[i] = Arrays.stream(scores).anyMatch(score -> score > threshold);
        }
        return alarms;
    }
}
