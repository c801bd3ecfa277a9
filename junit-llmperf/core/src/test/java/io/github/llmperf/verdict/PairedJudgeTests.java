package io.github.llmperf.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.llmperf.baseline.MeasurementFixture;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.measure.Distribution;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.measure.Recorder;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.Pairing;
import io.github.llmperf.plan.Target;
import io.github.llmperf.protocol.Failure;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.verdict.PairedRuns.Pair;
import io.github.llmperf.wording.FindingText;
import io.github.llmperf.wording.ReasonText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Two targets measured in turns: what the judge makes of their pairs. */
class PairedJudgeTests {

    private static final double[] JITTER = {1.01, .99, 1.02, .985, 1, 1.015, .99, 1.005};
    private static final double[] LUCK = {1.18, .93, 1.12, .95, .91, 1.09, .98, 1.04};
    private static final double[] OTHER_LUCK = {.99, .94, 1.06, .92, 1.15, .97, 1.11, 1.03};

    private final RunFixture run = new RunFixture();
    private final RunFixture there = new RunFixture();
    private final List<Pair> pairs = new ArrayList<>();
    private final List<LoadRun> earlier = new ArrayList<>();
    private int planned = 8;
    private Pairing.Unit unit = Pairing.Unit.LOADS;

    private PairedJudgeTests pairs(int number, Consumer<MeasurementFixture> own, Consumer<MeasurementFixture> other) {
        for (int i = 0; i < number; i++) {
            MeasurementFixture one = new MeasurementFixture();
            one.slower = JITTER[i % JITTER.length];
            own.accept(one);
            MeasurementFixture second = new MeasurementFixture();
            other.accept(second);
            pairs.add(new Pair(one.build(), second.build()));
        }
        return this;
    }

    private Judgement judge() {
        Pairing pairing = new Pairing(Target.at("http://localhost:8001").withName("canary"), planned, unit);
        LoadPlan plan = run.plan.build().withPairing(pairing);
        Measurement own = pairs.isEmpty()
                ? run.measurement.build()
                : Recorder.pool(pairs.stream().map(Pair::own).toList());
        Measurement other = pairs.isEmpty()
                ? there.measurement.build()
                : Recorder.pool(pairs.stream().map(Pair::other).toList());
        List<LoadRun> loads = new ArrayList<>(earlier);
        loads.add(there.run());
        return PairedJudge.judge(
                plan, Candidate.of(run.run(), own), Optional.of(new PairedRuns(pairing, loads, other, pairs)));
    }

    private Finding.Comparison comparison(String measure) {
        return judge().findings().stream()
                .filter(Finding.Comparison.class::isInstance)
                .map(Finding.Comparison.class::cast)
                .filter(c -> c.measure().toString().equals(measure))
                .findFirst()
                .orElseThrow();
    }

    private List<String> texts() {
        return judge().findings().stream().map(FindingText::of).toList();
    }

    @Test
    void findsATargetTwiceAsSlow() {
        pairs(8, m -> m.slower *= 2, m -> {});
        Judgement judgement = judge();
        assertThat(judgement.verdict()).isEqualTo(Verdict.REGRESSION);
        assertThat(ReasonText.of(judgement))
                .startsWith("ttft.p50 1,603 ms against 799.7 ms of canary, +100 % (90 % interval +99 % to +102 %;"
                        + " n=1,600, mean of 8 pairs); also ");
        assertThat(FindingText.of(comparison("tpot.p50")))
                .endsWith("worse by more than the 10 % allowed; pair-to-pair sd 1.3 %;"
                        + " worse in all 8 pairs (1 in 256 by chance)");
        assertThat(comparison("tpot.p50").against()).isEqualTo(Reference.target("canary"));
        assertThat(comparison("tpot.p50").evidence().runs()).isEqualTo(8);
    }

    /** Starts of both targets with luck of their own: each pair has another start of each. */
    private PairedJudgeTests starts(double[] own, double[] other, double change) {
        unit = Pairing.Unit.STARTS;
        run.plan.gated("ttft.p50");
        for (int i = 0; i < own.length; i++) {
            int pair = i;
            pairs(1, m -> m.slower = own[pair] * change, m -> m.slower = other[pair]);
        }
        return this;
    }

    @Test
    void takesTheSpreadOfStartsOutOfWhatCountsAsAChange() {
        assertThat(starts(LUCK, OTHER_LUCK, 1).judge().verdict()).isEqualTo(Verdict.PASS);
        assertThat(comparison("ttft.p50").evidence().spread().sd()).isGreaterThan(.1);
        assertThat(comparison("ttft.p50").evidence().runs()).isEqualTo(8);
        pairs.clear();
        assertThat(starts(LUCK, OTHER_LUCK, 1.4).judge().verdict()).isEqualTo(Verdict.REGRESSION);
    }

    @Test
    void doesNotTakeOneBadStartForAChange() {
        double[] oneBad = JITTER.clone();
        oneBad[3] *= 1.8;
        double[] steady = new double[8];
        Arrays.fill(steady, 1);
        assertThat(starts(oneBad, steady, 1).judge().verdict()).isEqualTo(Verdict.UNDECIDED);
    }

    @Test
    void saysWhatItCompares() {
        pairs(8, m -> {}, m -> {});
        assertThat(remarks()).contains(new Remark.PairsCompare(Pairing.Unit.LOADS));
        unit = Pairing.Unit.STARTS;
        assertThat(remarks()).contains(new Remark.PairsCompare(Pairing.Unit.STARTS));
        pairs.clear();
        assertThat(pairs(1, m -> {}, m -> {}).remarks())
                .as("nothing was compared")
                .noneMatch(Remark.PairsCompare.class::isInstance);
    }

    private List<Remark> remarks() {
        return judge().findings().stream()
                .filter(Finding.Note.class::isInstance)
                .map(finding -> ((Finding.Note) finding).remark())
                .toList();
    }

    @Test
    void breaksALimitOfItsOwnTargetHoweverFewPairsThereAre() {
        run.plan.limit("ttft.p90 <= 500ms");
        pairs(1, m -> {}, m -> {});

        assertThat(judge().verdict()).isEqualTo(Verdict.SLA_VIOLATED);

        run.plan.limits.clear();
        assertThat(judge().verdict()).isEqualTo(Verdict.INVALID);
    }

    @Test
    void knowsWhichWayARateIsBetter() {
        pairs(8, m -> m.slower *= 2, m -> {});
        assertThat(comparison("outputTokenRate").verdict()).isEqualTo(Verdict.REGRESSION);
        assertThat(comparison("outputTokenRate").values().change()).isBetween(-.51, -.49);
    }

    @Test
    void findsAnImprovementAsItsMirrorImage() {
        pairs(8, m -> {}, m -> m.slower *= 2);
        assertThat(judge().verdict()).isEqualTo(Verdict.IMPROVED);
    }

    @Test
    void passesTargetsThatDifferByLessThanTheTolerance() {
        pairs(8, m -> m.slower *= 1.02, m -> {});
        assertThat(judge().verdict()).isEqualTo(Verdict.PASS);
        assertThat(ReasonText.of(judge())).startsWith("1 limit met; no worse than canary in 8 pairs: ttft.p50 +");
        assertThat(texts())
                .contains("compared with no stored run, and not stored: canary took their place in this run");
    }

    @Test
    void isUndecidedBetweenFewPairsAndSaysHowManyWouldDecide() {
        planned = 2;
        run.plan.gated("ttft.p50");
        pairs(2, m -> m.slower *= m.slower > 1 ? 1.1 : 1, m -> {});
        assertThat(judge().verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(ReasonText.of(judge())).endsWith(" would decide");
        assertThat(comparison("ttft.p50").evidence().runsNeeded()).isGreaterThan(2);
    }

    @Test
    void judgesLimitsOnTheOwnTargetOnly() {
        run.plan.limit("ttft.p90 < 1000ms");
        pairs(8, m -> {}, m -> m.slower = 3);
        assertThat(judge().verdict()).isEqualTo(Verdict.IMPROVED);

        pairs.clear();
        pairs(8, m -> m.slower *= 3, m -> m.slower = 3);
        assertThat(judge().verdict()).isEqualTo(Verdict.SLA_VIOLATED);
    }

    @Test
    void needsTwoWholePairs() {
        pairs(1, m -> {}, m -> {});
        assertThat(judge().verdict()).isEqualTo(Verdict.INVALID);
        assertThat(ReasonText.of(judge()))
                .isEqualTo("only 1 of 8 pairs was measured, but a comparison takes 2 or more; run it again");
    }

    @Test
    void comparesTheWholePairsOfARunThatEndedEarly() {
        pairs(5, m -> m.slower *= 2, m -> {});
        assertThat(judge().verdict()).isEqualTo(Verdict.REGRESSION);
        assertThat(texts()).contains("only 5 of 8 pairs were measured: the run was ended early");
    }

    @Test
    void isAnErrorWhenTheSecondTargetBreaksDown() {
        pairs(3, m -> {}, m -> {});
        there.records.clear();
        there.request(new Failure(FailureKind.CONNECT, 0, "", "Connection refused", OptionalLong.empty()));
        assertThat(judge().verdict()).isEqualTo(Verdict.ERROR);
        assertThat(ReasonText.of(judge()))
                .startsWith("second target canary: nothing succeeded: the only request failed with");
    }

    @Test
    void isAnErrorWhenNothingSucceededInAnEarlierTurnOfTheSecondTarget() {
        pairs(3, m -> {}, m -> {});
        RunFixture dead = new RunFixture();
        dead.records.clear();
        dead.request(new Failure(FailureKind.CONNECT, 0, "", "Connection refused", OptionalLong.empty()));
        earlier.add(dead.run());
        assertThat(judge().verdict()).isEqualTo(Verdict.ERROR);
    }

    @Test
    void saysWhyAMeasureThatCannotExistIsNotCompared() {
        run.plan.gated("tpot.p50", "ttft.p50");
        run.plan.maxNewTokens = 1;
        pairs(8, m -> m.missing.add(Metric.TPOT), m -> m.missing.add(Metric.TPOT));
        assertThat(texts()).contains("tpot.p50 is not compared: it does not exist with maxNewTokens = 1");
    }

    @Test
    void findsNoExcuseForAnUnsteadySecondTargetInALimitThatItBreaks() {
        run.plan.limit("ttft.p90 < 900ms");
        List<Distribution> rising = IntStream.range(0, Measurement.SLICES)
                .mapToObj(i -> MeasurementFixture.around(800 + 10 * i, 10))
                .toList();
        there.measurement.slices.put(Metric.TTFT, rising);

        assertThat(judge().findings())
                .filteredOn(
                        finding -> FindingText.of(finding).startsWith("second target canary: not steady: ttft rose"))
                .extracting(Finding::status)
                .containsExactly(Finding.Status.BROKEN);
    }

    @Test
    void isInvalidWhenTheGeneratorWasSaturatedAtTheSecondTarget() {
        pairs(8, m -> {}, m -> m.with(Metric.CLIENT_DELAY, many(200, 60)));
        assertThat(judge().verdict()).isEqualTo(Verdict.INVALID);
        assertThat(ReasonText.of(judge()))
                .startsWith("second target canary: load generator saturated: requests were sent");
    }

    @Test
    void isInvalidWhenInterruptedInTheTurnOfTheSecondTarget() {
        pairs(3, m -> {}, m -> {});
        there.end = LoadRun.End.INTERRUPTED;
        assertThat(judge().verdict()).isEqualTo(Verdict.INVALID);
        assertThat(ReasonText.of(judge())).startsWith("second target canary: run was interrupted after ");
    }

    @Test
    void barsWhatDependsOnTheLengthWhenAnswersAreNotEquallyLong() {
        run.plan.gated("ttft.p50", "outputTokenRate", "e2e.p50");
        pairs(8, m -> m.outputTokens = 90, m -> {});
        assertThat(judge().verdict()).isEqualTo(Verdict.NO_BASELINE);
        assertThat(ReasonText.of(judge()))
                .isEqualTo("answers are 90 tokens long against 120 of canary (−25 %), and outputTokenRate and e2e.p50"
                        + " depend on it; make them alike by maxNewTokens or forceLength");
    }

    @Test
    void seesWhatIsSlowerInSpiteOfShorterAnswers() {
        run.plan.gated("e2e.p50");
        pairs(
                8,
                m -> {
                    m.outputTokens = 90;
                    m.slower = 1.5;
                },
                m -> {});
        assertThat(judge().verdict()).isEqualTo(Verdict.REGRESSION);
        assertThat(texts()).anyMatch(text -> text.startsWith("e2e.p50") && text.contains("worse by more than"));
    }

    @Test
    void callsAnswersOfLessThanHalfTheLengthARegression() {
        run.plan.gated("ttft.p50");
        pairs(8, m -> m.outputTokens = 50, m -> {});
        assertThat(ReasonText.of(judge()))
                .isEqualTo(
                        "answers are 50 tokens long on average, less than half of 120 in canary: a server that breaks"
                                + " off is no faster");
        assertThat(judge().verdict()).isEqualTo(Verdict.REGRESSION);
    }

    @Test
    void isARegressionWhenAGuardedMeasureIsGone() {
        run.plan.gated("tpot.p50");
        pairs(8, m -> m.missing.add(Metric.TPOT), m -> {});
        assertThat(ReasonText.of(judge())).isEqualTo("tpot.p50 has no samples, but is guarded and is 20 ms on canary");
    }

    @Test
    void comparesThePairsThatHaveAMeasureOnBothSides() {
        run.plan.gated("tpot.p50");
        pairs(5, m -> {}, m -> {});
        pairs(1, m -> {}, m -> m.missing.add(Metric.TPOT));
        pairs(1, m -> m.missing.add(Metric.TPOT), m -> {});
        planned = 7;
        assertThat(comparison("tpot.p50").evidence().runs()).isEqualTo(5);
    }

    @Test
    void comparesAPercentileOnlyWhereItExists() {
        run.plan.gated("ttft.p90", "ttft");
        pairs(7, m -> {}, m -> {});
        pairs(1, m -> {}, m -> m.requests = 9);
        assertThat(comparison("ttft.p90").evidence().runs()).isEqualTo(7);
        assertThat(comparison("ttft.mean").evidence().runs())
                .as("a mean always exists")
                .isEqualTo(8);
        pairs.clear();
        pairs(7, m -> {}, m -> {});
        pairs(1, m -> {}, m -> m.requests = 10);
        assertThat(comparison("ttft.p90").evidence().runs()).isEqualTo(8);
    }

    @Test
    void saysHowManySamplesAPercentileTakes() {
        run.plan.gated("ttft.p90", "ttft.p50");
        pairs(8, m -> m.requests = 12, m -> m.requests = 12);
        assertThat(judge().verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(ReasonText.of(judge())).isEqualTo("ttft.p90 is not decided: it takes 100 samples, and there are 96");
    }

    @Test
    void comparesRatesOverTheSamePartOfTheRun() {
        run.plan.gated("outputTokenRate", "ttft.p50");
        pairs(8, m -> m.ratesFromWholeRun = true, m -> {});
        assertThat(comparison("outputTokenRate").subject().wholeRun()).isTrue();
        assertThat(comparison("outputTokenRate").values().baseline()).isCloseTo(810, within(1e-6));
        assertThat(comparison("ttft.p50").evidence().runs()).isEqualTo(8);
        pairs.clear();
        pairs(8, m -> m.ratesFromWholeRun = true, m -> m.ratesFromWholeRun = true);
        assertThat(comparison("outputTokenRate").evidence().runs()).isEqualTo(8);
    }

    @Test
    void detectsLessTheMoreMeasuresShareAlpha() {
        run.plan.gated("ttft.p50");
        pairs(4, m -> m.slower *= m.slower, m -> {});
        double alone = comparison("ttft.p50").evidence().detectable();
        run.plan.gated("ttft.p50", "tpot.p50", "outputTokenRate");
        assertThat(comparison("ttft.p50").evidence().detectable()).isGreaterThan(alone);
    }

    @Test
    void leavesOutAMeasureThatNeitherTargetHas() {
        run.plan.gated("tpot.p50", "ttft.p50");
        pairs(8, m -> m.missing.add(Metric.TPOT), m -> m.missing.add(Metric.TPOT));
        assertThat(judge().verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(ReasonText.of(judge()))
                .isEqualTo("tpot.p50 is guarded, but is not compared: fewer than 2 pairs have enough samples of it");
    }

    @Test
    void guardsTheErrorRate() {
        pairs(8, m -> m.failed = 10, m -> {});
        assertThat(comparison("errorRate").verdict()).isEqualTo(Verdict.REGRESSION);
        assertThat(FindingText.of(comparison("errorRate")))
                .startsWith(
                        "errorRate 5 % against 0 % of canary, +5 points (n=1,600, 8 pairs): worse by more than the 1"
                                + " percentage point allowed");
    }

    @Test
    void passesFewFailures() {
        pairs(8, m -> m.failed = 1, m -> {});
        assertThat(comparison("errorRate").verdict()).isEqualTo(Verdict.PASS);
        assertThat(FindingText.of(comparison("errorRate")))
                .endsWith(": less than 1 percentage point or 3 failures apart");
    }

    @Test
    void comparesNothingOnceALimitEndedTheRun() {
        pairs(3, m -> m.slower *= 2, m -> {});
        run.end = LoadRun.End.LIMIT_BROKEN;
        assertThat(texts()).contains("not compared with canary: the run was ended early");
        assertThat(judge().verdict()).isEqualTo(Verdict.PASS);
    }

    private static double[] many(int n, double value) {
        double[] values = new double[n];
        Arrays.fill(values, value);
        return values;
    }
}
