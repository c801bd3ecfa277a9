package io.github.llmperf.verdict;

import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Verdict;
import java.util.function.DoubleUnaryOperator;

/**
 * One guarded measure against stored runs or a second target, before the measures of the cell are decided together.
 *
 * @param subject what is compared, with what, and how much worse it may be
 * @param difference on the transformed scale, positive is worse
 * @param delta accepted worsening on the same scale
 * @param baseline centre of what it is compared with, in the metric's unit
 * @param candidate centre of the trials, or of the own target's loads
 * @param n samples behind it
 * @param standing how the trials rank among the stored runs, or in how many pairs the own target was worse
 * @param changeOf relative change of the value that belongs to a shift on the transformed scale
 */
record ComparedMeasure(
        Subject subject,
        Difference difference,
        double delta,
        double baseline,
        double candidate,
        long n,
        ComparisonDetail standing,
        DoubleUnaryOperator changeOf) {

    Measure measure() {
        return subject.measure();
    }

    ComparedMeasure as(ComparisonDetail other) {
        return new ComparedMeasure(subject, difference, delta, baseline, candidate, n, other, changeOf);
    }

    ComparedMeasure overWholeRun(boolean whole) {
        return new ComparedMeasure(
                subject.overWholeRun(whole), difference, delta, baseline, candidate, n, standing, changeOf);
    }

    RunLevelRule.Case toCase() {
        return new RunLevelRule.Case(difference, delta);
    }

    /** Returns the finding, still without its sentence. */
    Finding.Comparison finding(Verdict verdict, double alpha) {
        double side = changeAt(-1);
        double otherSide = changeAt(1);
        return new Finding.Comparison(
                subject,
                verdict,
                new ComparedValues(
                        baseline,
                        candidate,
                        changeOf.applyAsDouble(difference.shift()),
                        Math.min(side, otherSide),
                        Math.max(side, otherSide)),
                new Evidence(
                        difference.pWorse(),
                        n,
                        difference.trialCount(),
                        difference.runs(),
                        difference.spread(),
                        worsening(difference.detectable(alpha, delta)),
                        difference.runsNeeded(alpha, delta),
                        standing));
    }

    /** Returns one end of the 90 % interval of the change; which end is the lower depends on the direction. */
    private double changeAt(int side) {
        return changeOf.applyAsDouble(difference.shift() + side * difference.reach(.95));
    }

    /** Returns a shift as a worsening by a factor, whichever way the value moves. */
    private double worsening(double shift) {
        double change = changeOf.applyAsDouble(shift);
        return change < 0 ? 1 / (1 + change) - 1 : change;
    }
}
