package io.github.llmperf.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.llmperf.baseline.BaselineFixture;
import io.github.llmperf.baseline.MeasurementFixture;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.verdict.RunDifference.Noise;
import io.github.llmperf.wording.FindingText;
import io.github.llmperf.wording.ReasonText;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Several trials, each a fresh start of the server. */
class TrialsTests {

    private static final double DELTA = Math.log(1.1);

    private static RunDifference difference(double... trials) {
        return RunDifference.of(new double[15], trials, .10, .02, WithinRunVariance.UNKNOWN);
    }

    private static Verdict decide(double... trials) {
        return RunLevelRule.decide(List.of(new RunLevelRule.Case(difference(trials), DELTA)), .01)
                .get(0);
    }

    @Test
    void averagesTrialsAndTrustsThemMore() {
        RunDifference difference = difference(.1, .3, .2);

        assertThat(difference.shift()).isCloseTo(.2, within(1e-12));
        assertThat(difference.error()).isCloseTo(.02 * Math.sqrt(1 / 15. + 1 / 3.), within(1e-12));
        assertThat(difference.degreesOfFreedom()).isEqualTo(14);
        assertThat(difference.trials()).isEqualTo(new RunDifference.Trials(3, .1, .3));
    }

    @Test
    void takesTheNoiseInsideTrialsOutOfStoredRunsAndAddsTheirOwn() {
        // s² = .04 of which .01 is within stored runs; trials have .05 within: v_x = .03 + .05, over two of them
        Noise noise = new Noise(.04, .01, .0004, .01, .05);
        assertThat(noise.error(9, 2)).isCloseTo(Math.sqrt(.04 / 9 + .08 / 2), within(1e-12));

        // More exact than stored runs is not believed.
        assertThat(new Noise(.04, .01, .0004, .01, .005).error(9, 2))
                .isCloseTo(Math.sqrt(.04 / 9 + .04 / 2), within(1e-12));

        // Between runs is never less than nothing.
        assertThat(new Noise(.04, .01, .0004, .05, .06).error(9, 2))
                .isCloseTo(Math.sqrt(.04 / 9 + .06 / 2), within(1e-12));
    }

    @Test
    void usesTheNoiseInsideOnlyWhereBothSidesKnowIt() {
        WithinRunVariance both = WithinRunVariance.of(new double[] {.1, .3}, new double[] {.2});
        assertThat(both.stored()).isCloseTo(.05, within(1e-12));
        assertThat(both.candidate()).isCloseTo(.04, within(1e-12));

        assertThat(WithinRunVariance.of(new double[0], new double[] {.2})).isEqualTo(WithinRunVariance.UNKNOWN);
        assertThat(WithinRunVariance.of(new double[] {.1}, new double[0])).isEqualTo(WithinRunVariance.UNKNOWN);
    }

    @Test
    void refusesToCompareNothing() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> difference())
                .withMessage("stored runs and trials must be one or more each, but are 15 and 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RunDifference.of(new double[0], 1, .1, .02))
                .withMessage("stored runs and trials must be one or more each, but are 0 and 1");
    }

    @Test
    void claimsARegressionOnlyWhereEveryTrialIsWorse() {
        double half = DELTA / 2;
        assertThat(decide(.2, .2)).isEqualTo(Verdict.REGRESSION);
        assertThat(decide(half + .001, .3)).isEqualTo(Verdict.REGRESSION);
        assertThat(decide(half, .3)).isEqualTo(Verdict.UNDECIDED);
        assertThat(decide(0, 0, .6)).isEqualTo(Verdict.UNDECIDED);
        assertThat(decide(.6)).isEqualTo(Verdict.REGRESSION);
    }

    @Test
    void claimsAnImprovementOnlyWhereEveryTrialIsBetter() {
        double half = DELTA / 2;
        assertThat(decide(-.2, -.2)).isEqualTo(Verdict.IMPROVED);
        assertThat(decide(-half - .001, -.3)).isEqualTo(Verdict.IMPROVED);
        assertThat(decide(-half, -.3)).isEqualTo(Verdict.PASS);
        assertThat(decide(0, 0, -.6)).isEqualTo(Verdict.PASS);
    }

    @Test
    void comparesTheGeometricMeanOfTheTrials() {
        RunFixture run = RunFixture.withStored(10);
        run.measurement.slower = 2;
        run.trial(m -> m.slower = 2).trial(m -> m.slower = 2.2);
        Finding.Comparison tpot = run.comparison("tpot.p50");

        assertThat(tpot.verdict()).isEqualTo(Verdict.REGRESSION);
        assertThat(tpot.evidence().trials()).isEqualTo(3);
        assertThat(tpot.evidence().n()).isEqualTo(600);
        assertThat(tpot.values().change()).isCloseTo(Math.cbrt(2 * 2 * 2.2) - 1, within(.002));
        assertThat(FindingText.of(tpot))
                .startsWith("tpot.p50 41.29 ms against 20 ms, +106 % (90 % interval +102 % to +112 %; ")
                .contains("n=600, mean of 3 trials, 10 stored runs): worse by more than the 10 % allowed;")
                .endsWith("; all 3 trials worse than all 10 stored runs (1 in 286 by chance)");
    }

    @Test
    void letsOneBadStartAmongThreePass() {
        RunFixture run = RunFixture.withStored(10);
        run.measurement.slower = 2;
        run.trial(m -> {}).trial(m -> {});

        assertThat(run.judge().verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(ReasonText.of(run.judge())).endsWith("; the trials disagree, so that a new run must decide");
        assertThat(FindingText.of(run.comparison("tpot.p50")))
                .endsWith("; the best of 3 trials worse than none of 10 stored runs");
    }

    @Test
    void asksOfEachTrialAloneThatAPercentileExists() {
        RunFixture run = RunFixture.withStored(10);
        run.trial(m -> m.requests = 99);

        assertThat(FindingText.of(run.comparison("ttft.p90"))).endsWith("it takes 100 samples to decide");
        assertThat(run.comparison("ttft.p50").evidence().n()).isEqualTo(299);
    }

    @Test
    void missesAMeasureThatOneTrialLacksWithoutARegression() {
        RunFixture run = RunFixture.withStored(10);
        run.plan.trials = 3;
        run.trial(m -> m.missing.add(Metric.TPOT));

        assertThat(run.judge().verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(ReasonText.of(run.judge()))
                .isEqualTo("tpot.p50 has no samples in trial 2 of 2, but is guarded and was 20 ms in 10 stored runs");
        assertThat(run.wantsAnotherTrial()).isTrue();

        run.trial(m -> m.missing.addAll(List.of(Metric.TPOT, Metric.TTFT)));
        assertThat(run.wantsAnotherTrial()).as("three are all there may be").isFalse();
        assertThat(ReasonText.of(run.judge()))
                .isEqualTo("ttft.p50 has no samples in trial 3 of 3, but is guarded and was 799.7 ms in 10 stored runs;"
                        + " also undecided: ttft.p90 without samples in some trials,"
                        + " tpot.p50 without samples in some trials");
        assertThat(run.texts())
                .contains("tpot.p50 has no samples in trials 2 and 3 of 3, but is guarded and was 20 ms in 10 stored"
                        + " runs");
    }

    @Test
    void missesAMeasureThatNoTrialHas() {
        RunFixture run = RunFixture.withStored(5);
        run.measurement.missing.add(Metric.TPOT);
        run.trial(m -> m.missing.add(Metric.TPOT));

        assertThat(run.judge().verdict()).isEqualTo(Verdict.REGRESSION);
        assertThat(ReasonText.of(run.judge()))
                .isEqualTo("tpot.p50 has no samples, but is guarded and was 20 ms in 5 stored runs");
    }

    @Test
    void comparesRatesOfAllTrialsOverTheWholeRunWhereTheWindowOfOneWasShort() {
        RunFixture run = RunFixture.withStored(10);
        run.trial(m -> {
            m.ratesFromWholeRun = true;
            m.rates.put(Metric.OUTPUT_TOKEN_RATE, 810.);
        });
        assertThat(run.comparison("outputTokenRate").subject().wholeRun()).isTrue();
        assertThat(run.comparison("outputTokenRate").values().candidate()).isCloseTo(810, within(1e-6));

        RunFixture again = RunFixture.withStored(11);
        MeasurementFixture whole = new MeasurementFixture();
        whole.ratesFromWholeRun = true;
        whole.rates.put(Metric.OUTPUT_TOKEN_RATE, 810.);
        Candidate candidate =
                again.candidate().after(List.of(BaselineFixture.run(again.plan, whole, Verdict.PASS, 50)));
        assertThat(candidate.value(0, Measure.parse("outputTokenRate"), candidate.ratesFromWholeRun()))
                .hasValueCloseTo(810.0, within(1e-6));
    }

    @Test
    void comparesErrorRatesOverTrials() {
        RunFixture run = RunFixture.withStored(5);
        run.plan.limit("errorRate <= 50%");
        run.measurement.failed = 30;
        run.trial(m -> m.failed = 20);
        assertThat(run.comparison("errorRate").verdict()).isEqualTo(Verdict.REGRESSION);
        assertThat(FindingText.of(run.comparison("errorRate")))
                .startsWith(
                        "errorRate 12.5 % against 0 %, +12.5 points (n=400, mean of 2 trials, 5 stored runs): worse");

        run.furtherTrials.clear();
        run.trial(m -> {});
        assertThat(run.comparison("errorRate").verdict()).isEqualTo(Verdict.UNDECIDED);
    }

    private static RunDifference errors(
            List<ErrorRateComparison.Attempts> stored, List<ErrorRateComparison.Attempts> trials) {
        return (RunDifference) ErrorRateComparison.of(Reference.STORED_RUNS, stored, trials)
                .compared()
                .difference();
    }

    @Test
    void weighsErrorsOfTrialsByTheirRequests() {
        ErrorRateComparison.Attempts none = new ErrorRateComparison.Attempts(0, 200);
        RunDifference one = errors(List.of(none, none), List.of(none));
        // K = 2, ν₀ = 6: s² = 6 · 2/802 / 7, and each trial has 1/802 of its own
        double variance = 6 * 2 / 802. / 7;
        assertThat(one.error()).isCloseTo(Math.sqrt(variance / 2 + variance), within(1e-12));

        ErrorRateComparison.Attempts few = new ErrorRateComparison.Attempts(0, 20);
        RunDifference two = errors(List.of(none, none), List.of(few, few));
        assertThat(two.error()).isCloseTo(Math.sqrt(variance / 2 + (variance - 1 / 802. + 1 / 82.) / 2), within(1e-12));
        assertThat(two.trials().number()).isEqualTo(2);
        assertThat(ErrorRateComparison.MEASURE).isEqualTo(Measure.parse("errorRate"));
    }

    @Test
    void detectsLessWithMoreTrials() {
        RunDifference one = difference(0);
        RunDifference three = difference(0, 0, 0);

        assertThat(three.detectable(.01, .01)).isLessThan(one.detectable(.01, .01));
        assertThat(one.detectable(.01, .01))
                .isCloseTo((2.62449407 + .86805478) * .02 * Math.sqrt(1 + 1 / 15.), within(1e-7));
        assertThat(RunDifference.of(new double[3], new double[3], .1, .02, WithinRunVariance.UNKNOWN)
                        .runsNeeded(.0025, DELTA))
                .isLessThan(RunDifference.of(new double[3], 0, .1, .02).runsNeeded(.0025, DELTA));
    }
}
