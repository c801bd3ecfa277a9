package io.github.llmperf.bench.verdict;

import io.github.llmperf.verdict.RunDifference;
import io.github.llmperf.verdict.RunLevelRule;
import io.github.llmperf.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;

/**
 * The product's rule against stored runs.
 *
 * @param name what the tables call it
 * @param trials most runs of the candidate
 * @param newest how many of the stored runs it knows, all of them where there are fewer
 */
record OwnRule(String name, int trials, int newest) implements BuildRule {

    /** What it does unless told otherwise. */
    static final double ALPHA = .01;

    private static final double[] ALPHAS = {1e-4, 1e-3, .003, .01, .03, .1, .2, .3, .4, .49};
    private static final double ASSUMED_SD = .10;
    private static final double FLOOR_SD = .02;

    static OwnRule with(int trials) {
        return new OwnRule(trials == 1 ? "ours, one trial" : "ours, up to " + trials + " trials", trials, 1000);
    }

    static OwnRule with(int trials, int newest) {
        return new OwnRule(with(trials).name() + ", K = " + newest, trials, newest);
    }

    @Override
    public Decision decide(Experiment experiment) {
        return decide(experiment, ALPHA);
    }

    private Decision decide(Experiment whole, double alpha) {
        Experiment experiment = whole.newest(Math.min(newest, whole.stored().size()));
        for (int done = 1; ; done++) {
            List<RunLevelRule.Case> cases = cases(experiment, done);
            List<Verdict> verdicts = RunLevelRule.decide(cases, alpha);
            if (done == trials) {
                return new Decision(verdicts, done);
            }
        }
    }

    private static List<RunLevelRule.Case> cases(Experiment experiment, int done) {
        List<RunLevelRule.Case> cases = new ArrayList<>();
        for (BenchMeasure measure : BenchMeasure.values()) {
            double[] stored = logs(experiment.stored(), measure);
            double[] candidate = logs(experiment.trials().subList(0, done), measure);
            cases.add(new RunLevelRule.Case(
                    RunDifference.of(stored, candidate[0], ASSUMED_SD, FLOOR_SD), measure.delta()));
        }
        return cases;
    }

    static double[] logs(List<BenchRun> runs, BenchMeasure measure) {
        return runs.stream()
                .mapToDouble(run -> Math.log(run.values()[measure.ordinal()]))
                .toArray();
    }

    @Override
    public double[] thresholds() {
        return ALPHAS.clone();
    }

    @Override
    public boolean[] alarms(Experiment experiment) {
        boolean[] alarms = new boolean[ALPHAS.length];
        for (int i = 0; i < alarms.length; i++) {
            alarms[i] = decide(experiment, ALPHAS[i]).alarms();
        }
        return alarms;
    }
}
