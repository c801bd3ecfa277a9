package io.github.llmperf.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.llmperf.baseline.MeasurementFixture;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.measure.SliceBootstrap;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.plan.Arrival;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CalibrationTests {

    @Test
    void resemblesWhatCameBefore() {
        // (1 − 2.5)(2 − 2.5) + (2 − 2.5)(3 − 2.5) + (3 − 2.5)(4 − 2.5) = 1.25, over 5
        assertThat(Autocorrelation.lagOne(new double[] {1, 2, 3, 4})).isEqualTo(.25, within(1e-12));
        // −3 of 4: ups and downs
        assertThat(Autocorrelation.lagOne(new double[] {1, -1, 1, -1})).isEqualTo(-.75, within(1e-12));
        assertThat(Autocorrelation.lagOne(new double[] {1, 2})).isNaN();
        assertThat(Autocorrelation.lagOne(new double[] {3, 3, 3})).isNaN();
    }

    @Test
    void calledARegressionIsOnlyWhatReachesTheToleranceToo() {
        // The figures above for R = 3: 3.689662392 · .02 · √(1/10 + 1/3) = .0486 is less than δ = ln 1.1
        DetectableEffect quiet = new DetectableEffect(.0004, 0, .10, .0025, Math.log(1.1));
        double error = .02 * Math.sqrt(.1 + 1 / 3.);
        assertThat(quiet.detectable(10, 3, 1)).isEqualTo(Math.expm1(Math.log(1.1) + .883403860 * error), within(1e-8));
        assertThat(quiet.detectable(10, 3, 1)).isGreaterThan(.112);
        assertThat(quiet.significant(10, 3, 1)).isEqualTo(Math.expm1(3.689662392 * error), within(1e-8));
        assertThat(quiet.withTolerance(.2).detectable(10, 3, 1))
                .isEqualTo(Math.expm1(Math.log(1.2) + .883403860 * error), within(1e-8));
    }

    @Test
    void promisesNothingOfRunsThatTheGateDoesNotUse() {
        DetectableEffect effect = new DetectableEffect(.0016, 0, .10, .0025, 0);
        assertThat(effect.detectable(30, 1, 1)).isEqualTo(effect.detectable(15, 1, 1));
    }

    @Test
    void detectsWhatTheFormulaSays() {
        // K = 10: df 9, t(.9975; 9) = 3.689662392, t(.8; 9) = 0.883403860, √(.04² (1/10 + 1)) = .0419523539
        DetectableEffect effect = new DetectableEffect(.0016, 0, .10, .0025, 0);
        assertThat(effect.detectable(10, 1, 1))
                .isEqualTo(Math.expm1((3.689662392 + .883403860) * .0419523539), within(1e-8));
    }

    @Test
    void assumesNoiseWhileFewRunsAreStored() {
        // K = 1: ν₀ 7, df 7, variance .01 whatever was seen; t(.9975; 7) = 4.029337178, t(.8; 7) = 0.896029644
        assertThat(new DetectableEffect(.0001, 0, .10, .0025, 0).detectable(1, 1, 1))
                .isEqualTo(Math.expm1((4.029337178 + .896029644) * Math.sqrt(.02)), within(1e-8));
    }

    @Test
    void believesNoLessNoiseThanTheRuleDoes() {
        DetectableEffect silent = new DetectableEffect(0, 0, .10, .0025, 0);
        DetectableEffect floor = new DetectableEffect(.0004, 0, .10, .0025, 0);
        assertThat(silent.detectable(10, 1, 1)).isEqualTo(floor.detectable(10, 1, 1));
    }

    @Test
    void gainsByRunsAndTrialsAndByRequestsOnlyWhatComesFromInside() {
        DetectableEffect between = DetectableEffect.of(.0016, 0, .10, .0025, 0);
        assertThat(between.detectable(10, 1, 4)).isEqualTo(between.detectable(10, 1, .5));
        assertThat(between.detectable(10, 2, 1)).isLessThan(between.detectable(10, 1, 1));
        assertThat(between.detectable(30, 1, 1)).isLessThan(between.detectable(10, 1, 1));
        DetectableEffect inside = DetectableEffect.of(.0064, .0064, .10, .0025, 0);
        assertThat(inside.detectable(10, 1, 4))
                .isEqualTo(new DetectableEffect(.0016, 0, .10, .0025, 0).detectable(10, 1, 1));
    }

    @Test
    void takesWhatIsUnknownToBeBetweenRuns() {
        assertThat(DetectableEffect.of(.0016, Double.NaN, .10, .01, 0))
                .isEqualTo(new DetectableEffect(.0016, 0, .10, .01, 0));
        assertThat(DetectableEffect.of(.0016, .0020, .10, .01, 0))
                .isEqualTo(new DetectableEffect(0, .0016, .10, .01, 0));
    }

    private static Measurement slowerBy(double factor) {
        MeasurementFixture one = new MeasurementFixture();
        one.slower = factor;
        return one.build();
    }

    private static Calibration calibration(RunFixture run, double... factors) {
        List<Measurement> trials =
                Arrays.stream(factors).mapToObj(CalibrationTests::slowerBy).toList();
        return Calibration.of(run.plan.build(), trials, List.of(run.run()), run.stored, true);
    }

    private static CalibratedMeasure rate(Calibration calibration) {
        return calibration.measures().stream()
                .filter(m -> m.measure().equals(Measure.of(Metric.OUTPUT_TOKEN_RATE)))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void measuresHowMuchTrialsDiffer() {
        Calibration calibration = calibration(new RunFixture(), 1, Math.exp(.1), Math.exp(-.1));
        CalibratedMeasure rate = rate(calibration);

        assertThat(rate.value()).isEqualTo(900, within(1e-9));
        assertThat(rate.trials()).isEqualTo(3);
        // variance (.1² + .1²) / 2 = .01
        assertThat(rate.spread().sd()).isEqualTo(.1, within(1e-12));
        // χ²(.95; 2) = 5.991464547 and χ²(.05; 2) = 0.102586589
        assertThat(rate.spread().low()).isEqualTo(Math.sqrt(.02 / 5.991464547), within(1e-9));
        assertThat(rate.spread().high()).isEqualTo(Math.sqrt(.02 / .102586589), within(1e-8));
        // 0, −.1, .1 around 0: (0 · −.1 + −.1 · .1) / .02
        assertThat(rate.lag().trials()).isEqualTo(-.5, within(1e-9));
        assertThat(rate.spread().within()).as("nothing is known of a rate").isNaN();
        assertThat(rate.withinShare()).isNaN();
        assertThat(rate.lag().requests()).isNaN();
        assertThat(rate.tolerance()).isEqualTo(.10);
        assertThat(rate.effect().between()).isEqualTo(.01, within(1e-12));
        assertThat(rate.effect().within()).isZero();
        assertThat(rate.effect().assumedNoise()).isEqualTo(.10);
        assertThat(rate.effect().alpha())
                .as("Holm asks most of the first of four")
                .isEqualTo(.0025);
        assertThat(calibration.requests()).isEqualTo(200);
        assertThat(calibration.startedAnew()).isTrue();
        assertThat(calibration.leaveOneOut().runs()).isZero();
    }

    private static CalibratedMeasure withNoise(double sd, double within) {
        return new CalibratedMeasure(
                Measure.parse("ttft.p50"),
                200,
                5,
                new CalibratedMeasure.Spread(sd, .01, .1, within),
                new CalibratedMeasure.Lag(Double.NaN, 0),
                .10,
                DetectableEffect.of(sd * sd, within * within, .10, .0025, Math.log1p(.10)));
    }

    @Test
    void saysWhichPartOfTheNoiseComesFromInside() {
        assertThat(withNoise(.04, .02).withinShare()).isEqualTo(.25, within(1e-12));
        assertThat(withNoise(.02, .04).withinShare()).as("never more than all").isEqualTo(1);
        assertThat(withNoise(0, .04).withinShare()).isNaN();
        assertThat(withNoise(.04, Double.NaN).withinShare()).isNaN();
    }

    @Test
    void takesTheNoiseInsideTrialsFromTheirSlices() {
        MeasurementFixture one = new MeasurementFixture();
        slices(one);
        MeasurementFixture other = new MeasurementFixture();
        slices(other);
        RunFixture run = new RunFixture();
        Measure median = Measure.parse("ttft.p50");
        assertThat(median(Calibration.of(
                                run.plan.build(),
                                List.of(one.build(), other.build()),
                                List.of(run.run()),
                                List.of(),
                                true))
                        .spread()
                        .within())
                .isEqualTo(SliceBootstrap.relativeSd(one.build(), median).orElseThrow(), within(1e-12));
        assertThat(median(Calibration.of(
                                run.plan.build(),
                                List.of(one.build(), slowerBy(1)),
                                List.of(run.run()),
                                List.of(),
                                true))
                        .spread()
                        .within())
                .as("of one trial it is not known")
                .isNaN();
    }

    private static void slices(MeasurementFixture measurement) {
        measurement.slices.put(
                Metric.TTFT,
                IntStream.range(0, Measurement.SLICES)
                        .mapToObj(i -> MeasurementFixture.around(i % 2 == 0 ? 500 : 1100, 10))
                        .toList());
    }

    private static CalibratedMeasure median(Calibration calibration) {
        return calibration.measures().stream()
                .filter(m -> m.measure().toString().equals("ttft.p50"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void recommendsTheToleranceAtWhichTenStoredRunsMakeItSignificant() {
        // All equal: the floor of 2 %, K = 10: expm1(3.689662 · .02 · √1.1) = 8.05 %, rounded up
        CalibratedMeasure rate = rate(calibration(new RunFixture(), 1, 1, 1));
        assertThat(rate.recommendedTolerance()).isEqualTo(.09);
        assertThat(rate.seenWithRecommended())
                .isEqualTo(Math.expm1(Math.log(1.09) + .883403860 * .02 * Math.sqrt(1.1)), within(1e-8));
        assertThat(rate.effect().delta()).isEqualTo(Math.log(1.1), within(1e-12));
    }

    @Test
    void knowsWhatNobodyCanNotice() {
        MeasurementFixture quick = new MeasurementFixture();
        quick.tpot = 1;
        RunFixture run = new RunFixture();
        Calibration calibration = Calibration.of(
                run.plan.build(), List.of(quick.build(), quick.build()), List.of(run.run()), run.stored, true);
        CalibratedMeasure tpot = calibration.measures().stream()
                .filter(m -> m.measure().metric() == Metric.TPOT)
                .findFirst()
                .orElseThrow();
        // 0.2 ms of about 1 ms
        assertThat(tpot.effect().delta()).isEqualTo(Math.log1p(.2 / tpot.value()), within(1e-12));
    }

    @Test
    void leavesOutWhatATrialDoesNotHave() {
        MeasurementFixture without = new MeasurementFixture();
        without.missing.add(Metric.TPOT);
        RunFixture run = new RunFixture();
        assertThat(Calibration.of(
                                run.plan.build(),
                                List.of(slowerBy(1), without.build()),
                                List.of(run.run()),
                                run.stored,
                                false)
                        .measures())
                .extracting(m -> m.measure().metric())
                .doesNotContain(Metric.TPOT)
                .contains(Metric.TTFT);
    }

    @Test
    void leavesOutWhatTheGateDoesNotCompare() {
        MeasurementFixture few = new MeasurementFixture();
        few.requests = 99;
        RunFixture run = new RunFixture();
        Calibration calibration = Calibration.of(
                run.plan.build(), List.of(few.build(), few.build()), List.of(run.run()), run.stored, true);
        assertThat(calibration.measures())
                .as("a 90th percentile takes 100 samples")
                .extracting(m -> m.measure().toString())
                .containsExactly("ttft.p50", "tpot.p50", "outputTokenRate");
        assertThat(rate(calibration).effect().alpha()).as("shared by three").isEqualTo(.01 / 3, within(1e-12));
    }

    @Test
    void judgesStoredRunsByMeasuresWhoseSamplesAreNotStored() {
        RunFixture run = new RunFixture();
        run.plan.gated("serverTtft.p50");
        run.stored(9, m -> m.with(Metric.SERVER_TTFT, all(200, 100)));
        run.stored(1, m -> m.with(Metric.SERVER_TTFT, all(200, 300)));
        assertThat(calibration(run, 1, 1).leaveOneOut().count(Verdict.REGRESSION))
                .isEqualTo(1);
    }

    private static double[] all(int n, double millis) {
        return DoubleStream.generate(() -> millis).limit(n).toArray();
    }

    @Test
    void judgesStoredRatesOverTheSamePartOfTheRun() {
        RunFixture run = new RunFixture();
        run.plan.gated("outputTokenRate");
        run.stored(9, m -> {});
        run.stored(1, m -> {
            m.ratesFromWholeRun = true;
            m.slower = 3;
        });
        assertThat(calibration(run, 1, 1).leaveOneOut().count(Verdict.REGRESSION))
                .as("the one of the whole run, by the rates of the others over theirs")
                .isEqualTo(1);
        RunFixture whole = new RunFixture();
        whole.plan.gated("outputTokenRate");
        whole.stored(9, m -> m.ratesFromWholeRun = true);
        whole.stored(1, m -> {
            m.ratesFromWholeRun = true;
            m.slower = 3;
        });
        assertThat(calibration(whole, 1, 1).leaveOneOut().count(Verdict.REGRESSION))
                .isEqualTo(1);
    }

    @Test
    void judgesEachStoredRunByTheOthers() {
        RunFixture run = RunFixture.withStored(9).stored(1, m -> m.slower = 2);
        LeaveOneOut unchanged = calibration(RunFixture.withStored(10), 1, 1).leaveOneOut();
        assertThat(unchanged.count(Verdict.PASS)).isEqualTo(10);
        assertThat(unchanged.runs()).isEqualTo(10);

        LeaveOneOut changed = calibration(run, 1, 1).leaveOneOut();
        assertThat(changed.runs()).isEqualTo(10);
        assertThat(changed.count(Verdict.REGRESSION)).isEqualTo(1);
        assertThat(changed.count(Verdict.UNDECIDED)).as("beside an outlier").isEqualTo(9);
    }

    @Test
    void raisesNoAlarmThatTheGateWouldNot() {
        RunFixture advisory = RunFixture.withStored(9).stored(1, m -> m.slower = 2);
        advisory.plan.gated("ttft.p99");
        assertThat(calibration(advisory, 1, 1).leaveOneOut().count(Verdict.PASS))
                .as("p99 is advisory below 1,000 samples")
                .isEqualTo(10);

        RunFixture few = RunFixture.withStored(9).stored(1, m -> {
            m.requests = 99;
            m.slower = 2;
        });
        few.plan.gated("ttft.p90");
        assertThat(calibration(few, 1, 1).leaveOneOut().count(Verdict.REGRESSION))
                .as("p90 takes 100 samples")
                .isZero();

        RunFixture fixedRate = RunFixture.withStored(9).stored(1, m -> m.slower = 2);
        fixedRate.plan.gated("outputTokenRate").arrival = new Arrival.OpenLoop(5, 1, OptionalInt.empty());
        assertThat(calibration(fixedRate, 1, 1).leaveOneOut().count(Verdict.PASS))
                .as("the plan sets the rate")
                .isEqualTo(10);
    }

    @Test
    void raisesTheAlarmOfTheErrorRateToo() {
        RunFixture run = RunFixture.withStored(9).stored(1, m -> m.failed = 60);
        assertThat(calibration(run, 1, 1).leaveOneOut().count(Verdict.REGRESSION))
                .isEqualTo(1);
    }

    @Test
    void saysNothingOfFewerThanThreeStoredRuns() {
        assertThat(calibration(RunFixture.withStored(2), 1, 1).leaveOneOut().runs())
                .isZero();
        assertThat(calibration(RunFixture.withStored(3), 1, 1).leaveOneOut().runs())
                .isEqualTo(3);
    }

    @Test
    void averagesEarlierRunsOfTheBuildWithTheFirstTrialOnly() {
        RunFixture run = RunFixture.withStored(1).stored(1, m -> {
            m.slower = 4;
            m.failed = 3;
        });
        Candidate first = new Candidate(run.run(), slowerBy(1), List.of(slowerBy(1), slowerBy(1)));
        Candidate again = first.after(List.of(run.stored.get(1)));
        Measure rate = Measure.of(Metric.OUTPUT_TOKEN_RATE);

        // √(900 · 225)
        assertThat(again.value(0, rate, false)).hasValueCloseTo(450.0, within(1e-3));
        assertThat(again.value(1, rate, false)).hasValue(900);
        assertThat(first.value(0, rate, false)).hasValue(900);
        assertThat(again.failed(0)).isEqualTo(3);
        assertThat(again.attempted(0)).isEqualTo(400);
        assertThat(again.failed(1)).isZero();
        assertThat(again.attempted(1)).isEqualTo(200);
        assertThat(again.value(0, Measure.of(Metric.GOODPUT), false)).isEmpty();
    }
}
