package io.github.llmperf.bench.verdict;

import io.github.llmperf.metric.Verdict;
import io.github.llmperf.verdict.RunDifference;
import io.github.llmperf.verdict.RunLevelRule;
import io.github.llmperf.verdict.TrialRule;
import io.github.llmperf.verdict.WithinRunVariance;
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

    static final List<Double> ALPHAS = List.of(1e-4, 1e-3, .003, .01, .03, .1, .2, .3, .4, .49);
    static final double ASSUMED_SD = .10;
    static final double FLOOR_SD = .02;

    static OwnRule with(int trials) {
        return new OwnRule(trials == 1 ? "ours, one trial" : "ours, up to " + trials + " trials", trials, 1000);
    }

    static OwnRule with(int trials, int newest) {
        return new OwnRule(with(trials).name() + ", K = " + newest, trials, newest);
    }

    @Override
    public int thresholds() {
        return ALPHAS.size();
    }

    @Override
    public Decision decide(Experiment whole, boolean curve) {
        Experiment experiment = whole.newest(Math.min(newest, whole.stored().size()));
        List<List<RunLevelRule.Case>> cases = new ArrayList<>();
        Decision decision = decide(experiment, cases, ALPHA);
        boolean[] alarms = new boolean[curve ? ALPHAS.size() : 0];
        for (int i = 0; i < alarms.length; i++) {
            alarms[i] = decide(experiment, cases, ALPHAS.get(i)).verdicts().contains(Verdict.REGRESSION);
        }
        return new Decision(decision.verdicts(), decision.trials(), alarms);
    }

    /** One trial first, and another as long as the product would start one; what each amounts to is kept in the list. */
    private Decision decide(Experiment experiment, List<List<RunLevelRule.Case>> cases, double alpha) {
        for (int done = 1; ; done++) {
            if (cases.size() < done) {
                cases.add(cases(experiment, done));
            }
            List<Verdict> verdicts = RunLevelRule.decide(cases.get(done - 1), alpha);
            if (done == trials || !TrialRule.wantsAnother(cases.get(done - 1), verdicts)) {
                return new Decision(verdicts, done, new boolean[0]);
            }
        }
    }

    private static List<RunLevelRule.Case> cases(Experiment experiment, int done) {
        List<BenchRun> candidate = experiment.trials().subList(0, done);
        List<RunLevelRule.Case> cases = new ArrayList<>();
        for (BenchMeasure measure : BenchMeasure.values()) {
            cases.add(new RunLevelRule.Case(
                    RunDifference.of(
                            logs(experiment.stored(), measure),
                            logs(candidate, measure),
                            ASSUMED_SD,
                            FLOOR_SD,
                            WithinRunVariance.of(within(experiment.stored(), measure), within(candidate, measure))),
                    measure.delta()));
        }
        return cases;
    }

    private static double[] within(List<BenchRun> runs, BenchMeasure measure) {
        return runs.stream()
                .mapToDouble(run -> run.within(measure))
                .filter(sd -> !Double.isNaN(sd))
                .toArray();
    }

    static double[] logs(List<BenchRun> runs, BenchMeasure measure) {
        return runs.stream().mapToDouble(run -> Math.log(run.value(measure))).toArray();
    }
}
