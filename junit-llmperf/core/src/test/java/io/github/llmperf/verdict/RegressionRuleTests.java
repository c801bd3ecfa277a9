package io.github.llmperf.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.llmperf.baseline.BaselineRun;
import io.github.llmperf.baseline.MeasurementFixture;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.plan.Arrival;
import io.github.llmperf.wording.FindingText;
import io.github.llmperf.wording.ReasonText;
import java.util.OptionalInt;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RegressionRuleTests {

    private static Verdict verdictOf(String measure, double slower) {
        RunFixture run = RunFixture.withStored(10);
        run.measurement.slower = slower;
        return run.comparison(measure).verdict();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ttft.p50", "ttft.p90", "tpot.p50", "outputTokenRate"})
    void knowsWhichWayEachMeasureIsBetter(String measure) {
        assertThat(verdictOf(measure, 2)).isEqualTo(Verdict.REGRESSION);
        assertThat(verdictOf(measure, .5)).isEqualTo(Verdict.IMPROVED);
        assertThat(verdictOf(measure, 1)).isEqualTo(Verdict.PASS);
    }

    @Test
    void keepsTheSignOfTheNumberInTheChange() {
        RunFixture run = RunFixture.withStored(10);
        run.measurement.slower = 2;
        Finding.Comparison rate = run.comparison("outputTokenRate");

        assertThat(rate.values().change()).isCloseTo(-.5, within(1e-9));
        assertThat(rate.values().changeLow()).isLessThan(-.5).isGreaterThan(-.6);
        assertThat(rate.values().changeHigh()).isGreaterThan(-.5).isLessThan(-.4);
        assertThat(rate.values().baseline()).isCloseTo(900, within(1e-9));
        assertThat(rate.evidence().p()).isLessThan(1e-6);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15})
    void seesADoubledLatencyAndClaimsNothingAtTwoPercent(int runs) {
        RunFixture run = RunFixture.withStored(runs);
        run.measurement.slower = 2;
        assertThat(run.judge().verdict()).isEqualTo(Verdict.REGRESSION);

        RunFixture slightly = RunFixture.withStored(runs);
        slightly.measurement.slower = 1.02;
        assertThat(slightly.judge().verdict()).isIn(Verdict.PASS, Verdict.UNDECIDED);
    }

    @Test
    void writesAWholeFinding() {
        RunFixture run = RunFixture.withStored(2);
        run.measurement.slower = 2;

        assertThat(FindingText.of(run.comparison("tpot.p50")))
                .isEqualTo("tpot.p50 40 ms against 20 ms, +100 % (90 % interval +61 % to +148 %; n=200, 2 stored runs):"
                        + " worse by more than the 10 % allowed; run-to-run sd 9.3 % (mostly assumed:"
                        + " 10 % while there are fewer than 8 stored runs);"
                        + " worse than both stored runs (1 in 3 by chance); weak baseline: record 3 runs or more");
    }

    @Test
    void notesAMeasureThatNobodyHas() {
        RunFixture run = RunFixture.withStored(5);
        run.plan.gated("serverTtft.p50", "ttft.p50");
        assertThat(run.texts())
                .contains("serverTtft.p50 is not compared: neither this run nor a stored one has samples");
    }

    @Test
    void comparesLatenciesWhicheverPartTheRatesAreOf() {
        RunFixture run = RunFixture.withStored(5);
        run.trial(m -> m.ratesFromWholeRun = true);
        assertThat(run.comparison("ttft.p50").evidence().runs()).isEqualTo(5);
        RunFixture whole = RunFixture.withoutBaseline().stored(5, m -> m.ratesFromWholeRun = true);
        assertThat(whole.comparison("ttft.p50").evidence().runs()).isEqualTo(5);
    }

    @Test
    void knowsARunThatVariesWithinItselfLessWell() {
        RunFixture known = steady(RunFixture.withoutBaseline().stored(10, RegressionRuleTests::evenly));
        RunFixture varied = RunFixture.withoutBaseline().stored(10, RegressionRuleTests::evenly);
        slices(varied.measurement, i -> i % 2 == 0 ? 500 : 1100);
        assertThat(width(varied)).isGreaterThan(2 * width(known));
        RunFixture unknown = RunFixture.withStored(10);
        slices(unknown.measurement, i -> i % 2 == 0 ? 500 : 1100);
        assertThat(width(unknown))
                .as("of stored runs without slices nothing is known")
                .isEqualTo(width(known));
    }

    private static RunFixture steady(RunFixture run) {
        evenly(run.measurement);
        return run;
    }

    private static void evenly(MeasurementFixture measurement) {
        slices(measurement, i -> 800);
    }

    private static void slices(MeasurementFixture measurement, IntToDoubleFunction value) {
        measurement.slices.put(
                Metric.TTFT,
                IntStream.range(0, Measurement.SLICES)
                        .mapToObj(i -> MeasurementFixture.around(value.applyAsDouble(i), 10))
                        .toList());
    }

    private static double width(RunFixture run) {
        Finding.Comparison c = run.comparison("ttft.p50");
        return c.values().changeHigh() - c.values().changeLow();
    }

    @Test
    void saysWhenNoNumberOfRunsIsEnough() {
        RunFixture run = RunFixture.withoutBaseline();
        for (int i = 0; i < 10; i++) {
            double slower = i % 2 == 0 ? .9 : 1.1;
            run.stored(1, m -> m.slower = slower);
        }

        assertThat(FindingText.of(run.comparison("tpot.p50")))
                .endsWith(
                        "this comparison cannot detect 10 %: at this noise 15 stored runs, the most that are used, do not detect 10 %,"
                                + " only more trials, a steadier environment or a wider tolerance helps; worse than 5 of 10 stored runs");
        assertThat(run.comparison("tpot.p50").evidence().runsNeeded()).isEqualTo(-1);
        assertThat(ReasonText.of(run.judge()))
                .endsWith("only more trials, a steadier environment or a wider tolerance would decide");
    }

    @Test
    void findsWhatNobodyCanNoticeNoRegression() {
        RunFixture run = RunFixture.withoutBaseline();
        run.stored(10, m -> m.tpot = .1);
        run.measurement.tpot = .25;
        assertThat(run.comparison("tpot.p50").verdict()).isEqualTo(Verdict.PASS);
        assertThat(FindingText.of(run.comparison("tpot.p50"))).contains(": not worse by 0.2 ms or more;");

        run.measurement.distributions.clear();
        run.measurement.tpot = .35;
        assertThat(run.comparison("tpot.p50").verdict()).isEqualTo(Verdict.REGRESSION);
    }

    @Test
    void leavesTheThroughputOfAFixedRateAlone() {
        RunFixture run = RunFixture.withoutBaseline();
        run.plan.arrival = new Arrival.OpenLoop(32, 1, OptionalInt.empty());
        run.stored(10, m -> {});
        run.measurement.rates.put(Metric.OUTPUT_TOKEN_RATE, 100.);
        assertThat(run.judge().verdict()).isEqualTo(Verdict.PASS);
        assertThat(run.texts()).contains("outputTokenRate is not compared: at a fixed request rate the plan sets it");

        run.plan.arrival = new Arrival.OpenLoop(Double.POSITIVE_INFINITY, 1, OptionalInt.empty());
        assertThat(run.comparison("outputTokenRate").verdict()).isEqualTo(Verdict.REGRESSION);
    }

    @Test
    void knowsWhatCannotExist() {
        RunFixture run = RunFixture.withStored(10);
        run.plan.stream = false;
        run.plan.gated("ttft.p50", "e2e.p50", "attemptRate");
        run.measurement.missing.add(Metric.TTFT);

        assertThat(run.judge().verdict()).isEqualTo(Verdict.PASS);
        assertThat(run.texts())
                .contains("ttft.p50 is not compared: it does not exist with stream = OFF")
                .contains("attemptRate is not compared: neither more nor less of it is better");
    }

    @Test
    void comparesNoTailOfTooFewSamples() {
        RunFixture run = RunFixture.withStored(10);
        run.measurement.requests = 99;

        assertThat(run.texts()).contains("ttft.p90 is not compared: it takes 100 samples, and there are 99");
        assertThat(run.comparison("ttft.p50").evidence().n()).isEqualTo(99);
    }

    @Test
    void takesP99AsAdviceBelowAThousandSamples() {
        RunFixture run = RunFixture.withStored(10);
        run.plan.gated("ttft.p99");
        run.measurement.slower = 2;
        run.plan.accept = null;

        assertThat(run.judge().verdict()).isEqualTo(Verdict.PASS);
        assertThat(run.texts())
                .contains("ttft.p99 is advisory below 1,000 samples: ttft.p99 1,756 ms against 878.1 ms, +100 % (90 %"
                        + " interval +92 % to +108 %; n=200, 10 stored runs)");
    }

    @Test
    void asksToRecordAMeasureThatNoStoredRunHas() {
        RunFixture run = RunFixture.withStored(10);
        run.plan.gated("userTokenRate.p50");
        run.measurement.with(Metric.USER_TOKEN_RATE, 50);

        assertThat(ReasonText.of(run.judge()))
                .isEqualTo("userTokenRate.p50 is in none of the 10 stored runs; record it anew with"
                        + " -Dllmperf.baseline=record");
    }

    @Test
    void speaksOfOneThingInTheSingular() {
        RunFixture run = RunFixture.withStored(1);
        run.plan.gated("userTokenRate.p50");
        run.measurement.with(Metric.USER_TOKEN_RATE, 50);
        assertThat(ReasonText.of(run.judge()))
                .isEqualTo("userTokenRate.p50 is not in the one stored run; record it anew with"
                        + " -Dllmperf.baseline=record");

        RunFixture better = RunFixture.withStored(1);
        better.measurement.slower = .99;
        assertThat(FindingText.of(better.comparison("tpot.p50")))
                .contains("; not worse than the stored run; weak baseline");

        RunFixture few = RunFixture.withStored(3);
        few.measurement.with(Metric.TTFT, 800);
        assertThat(few.texts()).contains("ttft.p90 is not compared: it takes 100 samples, and there is 1");
    }

    @Test
    void comparesRatesOverTheWholeRunWhereTheWindowWasShort() {
        RunFixture run = RunFixture.withStored(10);
        run.plan.gated("outputTokenRate");
        run.measurement.ratesFromWholeRun = true;
        run.measurement.slower = 4;

        assertThat(run.judge().verdict()).isEqualTo(Verdict.REGRESSION);
        assertThat(FindingText.of(run.comparison("outputTokenRate")))
                .startsWith("outputTokenRate over the whole run 225 tokens/s against 810 tokens/s, −72 % (");
    }

    @Test
    void comparesRatesOverTheWholeRunWhereMostStoredWindowsWereShort() {
        RunFixture most = RunFixture.withStored(4).stored(6, m -> m.ratesFromWholeRun = true);
        most.plan.gated("outputTokenRate");
        assertThat(most.comparison("outputTokenRate").subject().wholeRun()).isTrue();
        assertThat(most.comparison("outputTokenRate").evidence().runs()).isEqualTo(10);
        assertThat(most.comparison("outputTokenRate").values().candidate()).isCloseTo(810, within(1e-6));

        RunFixture few = RunFixture.withStored(5).stored(5, m -> m.ratesFromWholeRun = true);
        few.plan.gated("outputTokenRate");
        assertThat(few.comparison("outputTokenRate").subject().wholeRun()).isFalse();
        assertThat(few.comparison("outputTokenRate").evidence().runs()).isEqualTo(5);
    }

    @Test
    void comparesNoRateOverTheWholeRunWithLinesThatLackIt() {
        RunFixture run = RunFixture.withStored(10);
        run.stored.replaceAll(line -> BaselineRun.parse(line.line().replace("\"wholeRun\":", "\"other\":"))
                .orElseThrow());
        run.plan.gated("outputTokenRate");
        assertThat(run.comparison("outputTokenRate").evidence().runs()).isEqualTo(10);

        run.measurement.ratesFromWholeRun = true;
        assertThat(ReasonText.of(run.judge()))
                .isEqualTo("outputTokenRate is in none of the 10 stored runs over the whole run, as it is"
                        + " here because the window was short; record it anew with -Dllmperf.baseline=record");
    }

    @Test
    void comparesAnswersWhoseLengthMovedByChance() {
        RunFixture slightly = RunFixture.withStored(5);
        slightly.measurement.outputTokens = 125;
        assertThat(slightly.comparison("ttft.p50").evidence().runs())
                .as("5 % is allowed")
                .isEqualTo(5);
        RunFixture scattered = RunFixture.withStored(5);
        scattered.measurement.with(Metric.OUTPUT_TOKENS, 20, 30, 40, 400);
        assertThat(scattered.comparison("ttft.p50").evidence().runs())
                .as("four such answers say little of their mean")
                .isEqualTo(5);
        RunFixture unknown = RunFixture.withStored(5);
        unknown.measurement.missing.add(Metric.OUTPUT_TOKENS);
        assertThat(unknown.comparison("ttft.p50").evidence().runs()).isEqualTo(5);
    }

    @Test
    void comparesNothingWhenAnswersChangedTheirLength() {
        RunFixture run = RunFixture.withStored(5);
        run.measurement.outputTokens = 60;

        assertThat(ReasonText.of(run.judge()))
                .isEqualTo(
                        "output length changed from 120 to 60 tokens (−50 %), and shorter answers are"
                                + " always faster; undo the change, or accept it by recording with"
                                + " -Dllmperf.baseline=record -Dllmperf.baseline.accept=\"RagLatencyTest.staysResponsive=reason\"");
    }

    @Test
    void letsAnswersVaryInLength() {
        RunFixture byFivePercent = RunFixture.withStored(5);
        byFivePercent.measurement.outputTokens = 120 * 1.049;
        assertThat(byFivePercent.judge().verdict()).isNotEqualTo(Verdict.NO_BASELINE);

        RunFixture byChance = RunFixture.withStored(5);
        byChance.measurement.with(Metric.OUTPUT_TOKENS, 10, 20, 250, 260);
        assertThat(byChance.judge().verdict()).isNotEqualTo(Verdict.NO_BASELINE);
    }

    @Test
    void comparesErrorRatesByFailuresAndPoints() {
        RunFixture run = RunFixture.withStored(5);
        run.plan.limit("errorRate <= 50%");
        run.measurement.failed = 30;
        assertThat(ReasonText.of(run.judge()))
                .isEqualTo("errorRate 15 % against 0 %, +15 points (n=200, 5 stored runs)");

        RunFixture few = RunFixture.withStored(5);
        few.measurement.requests = 100;
        few.measurement.failed = 2;
        assertThat(few.comparison("errorRate").verdict()).isEqualTo(Verdict.PASS);

        RunFixture small = RunFixture.withStored(5);
        small.measurement.requests = 1000;
        small.measurement.failed = 9;
        assertThat(small.comparison("errorRate").verdict()).isEqualTo(Verdict.PASS);
        assertThat(FindingText.of(small.comparison("errorRate")))
                .isEqualTo("errorRate 0.9 % against 0 %, +0.9 points (n=1,000, 5 stored runs): less than 1 percentage"
                        + " point or 3 failures apart");
    }

    @Test
    void seesThatErrorsBecameFewer() {
        RunFixture run = RunFixture.withoutBaseline();
        run.stored(5, m -> m.failed = 40);

        assertThat(run.comparison("errorRate").verdict()).isEqualTo(Verdict.IMPROVED);
    }
}
