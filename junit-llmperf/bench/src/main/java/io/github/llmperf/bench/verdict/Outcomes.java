package io.github.llmperf.bench.verdict;

import io.github.llmperf.metric.Verdict;
import java.util.List;

/**
 * What a rule said in the experiments of a cell.
 *
 * @param build how often each of {@link #KINDS} was the worst of the measures
 * @param measures the same of each measure, in the order of {@link BenchMeasure}
 * @param trials runs of the candidate in all experiments together
 * @param sweep experiments with a REGRESSION at each threshold of the curve, empty where none is drawn
 */
@SuppressWarnings("ArrayRecordComponent") // counts, added up by the million
record Outcomes(int experiments, int[] build, int[][] measures, int improved, long trials, int[] sweep) {

    /** The worst first. */
    static final List<Verdict> KINDS = List.of(Verdict.REGRESSION, Verdict.UNDECIDED, Verdict.PASS, Verdict.IMPROVED);

    static Outcomes none(int thresholds) {
        int[][] measures = new int[BenchMeasure.values().length][KINDS.size()];
        return new Outcomes(0, new int[KINDS.size()], measures, 0, 0, new int[thresholds]);
    }

    /** Returns these and one more experiment. */
    Outcomes plus(Decision decision) {
        List<Verdict> verdicts = decision.verdicts();
        Outcomes one = none(decision.curve().length);
        int worst = KINDS.size();
        boolean better = false;
        for (int m = 0; m < verdicts.size(); m++) {
            int kind = KINDS.indexOf(verdicts.get(m));
            one.measures[m][kind]++;
            worst = Math.min(worst, kind);
            better |= verdicts.get(m) == Verdict.IMPROVED;
        }
        // Where one measure improved and the others pass, the build is better, not the same.
        boolean passes = worst >= KINDS.indexOf(Verdict.PASS);
        one.build[passes && better ? KINDS.indexOf(Verdict.IMPROVED) : worst]++;
        for (int i = 0; i < one.sweep.length; i++) {
            one.sweep[i] = decision.curve()[i] ? 1 : 0;
        }
        return plus(new Outcomes(1, one.build, one.measures, better ? 1 : 0, decision.trials(), one.sweep));
    }

    Outcomes plus(Outcomes other) {
        int[][] sums = new int[measures.length][];
        for (int m = 0; m < sums.length; m++) {
            sums[m] = sum(measures[m], other.measures[m]);
        }
        return new Outcomes(
                experiments + other.experiments,
                sum(build, other.build),
                sums,
                improved + other.improved,
                trials + other.trials,
                sum(sweep, other.sweep));
    }

    private static int[] sum(int[] first, int[] second) {
        int[] sum = first.clone();
        for (int i = 0; i < sum.length; i++) {
            sum[i] += second[i];
        }
        return sum;
    }

    Interval builds(Verdict verdict) {
        return new Interval(build[KINDS.indexOf(verdict)], experiments);
    }

    Interval of(BenchMeasure measure, Verdict verdict) {
        return new Interval(measures[measure.index()][KINDS.indexOf(verdict)], experiments);
    }

    double meanTrials() {
        return (double) trials / experiments;
    }
}
