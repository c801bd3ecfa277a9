package io.github.llmperf.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.llmperf.baseline.LineWarning;
import io.github.llmperf.baseline.NoRuns;
import io.github.llmperf.load.Healths;
import io.github.llmperf.measure.Note;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.plan.BaselinePolicy;
import io.github.llmperf.protocol.Failure;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.wording.FindingText;
import io.github.llmperf.wording.ReasonText;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

class JudgeTests {

    private static void assertVerdict(RunFixture run, Verdict verdict, String reason) {
        assertThat(ReasonText.of(run.judge())).isEqualTo(reason);
        assertThat(run.judge().verdict()).isEqualTo(verdict);
    }

    @Test
    void passesARunThatIsShownToBeNoWorse() {
        RunFixture run = RunFixture.withStored(10);
        run.plan.limit("ttft.p90 <= 3s");

        assertVerdict(
                run,
                Verdict.PASS,
                "2 limits met; no worse than 10 stored runs: ttft.p50 ±0 %, ttft.p90 ±0 %, tpot.p50 ±0 %,"
                        + " outputTokenRate ±0 %");
    }

    @Test
    void comparesNothingWhenTheGuardIsOff() {
        RunFixture run = RunFixture.withStored(5);
        run.plan.mode = BaselinePolicy.Mode.OFF;
        run.measurement.slower = 10;
        run.warnings.add(new LineWarning("x.jsonl", 1, new LineWarning.Newer()));

        assertVerdict(run, Verdict.PASS, "1 limit met");
        assertThat(run.judge().findings()).noneMatch(Finding.Comparison.class::isInstance);
        assertThat(run.texts()).noneMatch(text -> text.contains("x.jsonl"));
    }

    @Test
    void saysWhatHasImproved() {
        RunFixture run = RunFixture.withStored(10);
        run.measurement.slower = .5;

        assertVerdict(
                run,
                Verdict.IMPROVED,
                "ttft.p50 399.9 ms against 799.7 ms, −50 % (90 % interval −52 % to −48 %; n=200, 10 stored"
                        + " runs); also ttft.p90 −50 %, tpot.p50 −50 %, outputTokenRate +100 %");
    }

    @Test
    void saysWhatWouldDecideWhatIsUndecided() {
        RunFixture run = RunFixture.withStored(5);
        run.measurement.slower = 1.02;

        assertVerdict(
                run,
                Verdict.UNDECIDED,
                "ttft.p50 815.6 ms against 799.7 ms, +2 % (90 % interval −11 % to +17 %; n=200, 5 stored"
                        + " runs) leaves a worsening of 10 % possible; likewise ttft.p90 +2 %, tpot.p50 +2 %,"
                        + " outputTokenRate −2 %; 6 more stored runs would decide");
    }

    @Test
    void saysWhereNothingIsStored() {
        Judgement judgement = RunFixture.withoutBaseline().judge();

        assertThat(judgement.verdict()).isEqualTo(Verdict.NO_BASELINE);
        assertThat(judgement.findings())
                .contains(new Finding.NotComparable(new MissingReference.NothingStored(
                        Reference.STORED_RUNS, new NoRuns("x.jsonl", new NoRuns.NoneYet(Optional.empty()), false))));
    }

    @Test
    void failsAServerAtHalfSpeedAgainstOneStoredRun() {
        RunFixture run = RunFixture.withStored(1);
        run.measurement.slower = 2;

        assertVerdict(
                run,
                Verdict.REGRESSION,
                "tpot.p50 40 ms against 20 ms, +100 % (90 % interval +53 % to +161 %; n=200, 1 stored"
                        + " run); also ttft.p50 +100 %, ttft.p90 +100 %, outputTokenRate −50 %; weak baseline: record 3"
                        + " runs or more");
    }

    @Test
    void listsAllBrokenLimitsAndTheRegressionBehindThem() {
        RunFixture run = RunFixture.withStored(5);
        run.plan.limit("ttft.p90 <= 1.2s").limit("tpot <= 30ms").limit("outputTokenRate >= 800/s");
        run.measurement.slower = 2;
        run.measurement.failed = 4;

        assertVerdict(
                run,
                Verdict.SLA_VIOLATED,
                "ttft.p90 1,734 ms > 1,200 ms (n=200, 4 of them failed and count as ∞; 1,729 ms without failures);"
                        + " tpot.mean 40 ms > 30 ms (n=196); outputTokenRate 450 tokens/s < 800 tokens/s (n=200);"
                        + " errorRate 2 % > 1 % (4 of 200); REGRESSION: ttft.p90 1,729 ms against 863.7 ms, +100 % (90 %"
                        + " interval +75 % to +129 %; n=196, 5 stored runs); also tpot.p50 +100 %, ttft.p50 +100 %,"
                        + " outputTokenRate −50 %");
    }

    @Test
    void aSaturatedGeneratorMakesTheRunInvalidAndNeitherPassNorRegression() {
        RunFixture run = RunFixture.withStored(5);
        run.measurement.slower = 2;
        run.plan.limit("ttft.p90 <= 1s");
        run.health = Healths.of(90, 1, .95, .9, 2);

        assertVerdict(
                run,
                Verdict.INVALID,
                "load generator saturated: a sleeping thread woke 90 ms late (p99, allowed 79.97 ms) and it used"
                        + " 95 % of 2 processors (allowed 90 %); give it more free processor time, or lower the load");
    }

    @Test
    void saysWhatARunThatDoesNotCountLooksLike() {
        RunFixture run = RunFixture.withStored(5);
        run.measurement.slower = 2;
        run.plan.accept = "larger model";
        run.health = Healths.of(90, 1, .95, .9, 2);

        assertThat(run.judge().verdict()).isEqualTo(Verdict.INVALID);
        assertThat(run.texts())
                .noneMatch(text -> text.startsWith("accepted"))
                .last()
                .asString()
                .startsWith("the numbers, which do not count, would be REGRESSION: tpot.p50 40 ms against 20 ms,"
                        + " +100 % ");

        run.plan.limit("ttft.p90 <= 1s");
        assertThat(run.texts())
                .anyMatch(text -> text.startsWith("the numbers, which do not count, would be SLA VIOLATED: ttft.p90"));
    }

    @Test
    void saysNothingOfNumbersThatWouldPass() {
        RunFixture run = RunFixture.withStored(5);
        run.health = Healths.of(90, 1, .95, .9, 2);

        assertThat(run.judge().verdict()).isEqualTo(Verdict.INVALID);
        assertThat(run.texts()).noneMatch(text -> text.startsWith("the numbers, which do not count"));
    }

    @Test
    void saysOfTheErrorRateOnlyHowItCompares() {
        RunFixture run = RunFixture.withStored(5);
        run.plan.gated("ttft.p50", "errorRate");

        assertThat(run.judge().findings())
                .extracting(FindingText::of)
                .anyMatch(text -> text.startsWith("errorRate 0 % against 0 %"))
                .noneMatch(text -> text.contains("errorRate is not compared"));
    }

    @Test
    void doesNotAskToRecordWhatCannotBeJudged() {
        RunFixture run = RunFixture.withoutBaseline();
        assertThat(run.judge().findings()).hasAtLeastOneElementOfType(Finding.NotComparable.class);

        run.health = Healths.of(12, 1, .95, .9, 2);

        assertThat(run.judge().verdict()).isEqualTo(Verdict.INVALID);
        assertThat(run.judge().findings()).doesNotHaveAnyElementsOfTypes(Finding.NotComparable.class);

        run.records.clear();
        run.request(Failure.of(FailureKind.CONNECT, "refused"));

        assertThat(run.judge().verdict()).isEqualTo(Verdict.ERROR);
        assertThat(run.judge().findings()).doesNotHaveAnyElementsOfTypes(Finding.NotComparable.class);
    }

    @Test
    void putsTheWorstFirstAndNotesLast() {
        RunFixture run = RunFixture.withStored(5);
        run.measurement.slower = 2;
        run.measurement.notes = List.of(new Note.Bursts(.25));
        run.warnings.add(new LineWarning("x.jsonl", 1, new LineWarning.Newer()));
        run.plan.limit("ttft.p90 <= 1s");

        assertThat(run.judge().findings().stream().map(Finding::verdict).toList())
                .isSortedAccordingTo((a, b) -> b.compareTo(a));
        assertThat(run.texts())
                .endsWith(
                        "x.jsonl line 1 was written by a newer version of junit-llmperf and is not used; it stays in"
                                + " the file. Upgrade to use it.",
                        "25 % of token events arrived together with the one before: itl shows bursts, not tokens");
    }

    @Test
    void saysWhatWasAcceptedWhateverElseIsSaid() {
        RunFixture run = RunFixture.withStored(10);
        run.plan.accept = "bug 7 (see notes): larger model";
        run.measurement.tpot = 40;
        run.measurement.slower = 1.08;
        Judgement judgement = run.judge();

        assertThat(judgement.verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(ReasonText.of(judgement)).endsWith("; accepted (bug 7 (see notes): larger model): 1 regression");
    }

    @Test
    void acceptsARegressionWithItsReasonButNoBrokenLimit() {
        RunFixture run = RunFixture.withStored(3);
        run.plan.accept = "larger model";
        run.measurement.slower = 2;

        assertVerdict(run, Verdict.PASS, "1 limit met; accepted (larger model): 4 regressions");
        assertThat(run.texts())
                .anyMatch(
                        text -> text.startsWith("accepted (larger model): ttft.p50 1,599 ms against 799.7 ms, +100 %"));
        assertThat(run.judge().findings())
                .filteredOn(Finding.Comparison.class::isInstance)
                .first()
                .asInstanceOf(InstanceOfAssertFactories.type(Finding.Comparison.class))
                .satisfies(worst -> {
                    assertThat(worst.accepted()).contains("larger model");
                    assertThat(worst.status()).isEqualTo(Finding.Status.NOTE);
                    assertThat(worst.values().change()).isEqualTo(1, within(.001));
                });

        run.plan.limit("ttft.p90 <= 1s");
        assertThat(run.judge().verdict()).isEqualTo(Verdict.SLA_VIOLATED);
    }

    @Test
    void countsAMissingGuardedMeasureAsARegression() {
        RunFixture run = RunFixture.withStored(5);
        run.measurement.missing.add(Metric.TPOT);

        assertVerdict(
                run, Verdict.REGRESSION, "tpot.p50 has no samples, but is guarded and was 20 ms in 5 stored runs");
    }

    @Test
    void ordersVerdictsFromErrorToPass() {
        assertThat(Verdict.values())
                .containsExactly(
                        Verdict.IMPROVED,
                        Verdict.PASS,
                        Verdict.NO_BASELINE,
                        Verdict.UNDECIDED,
                        Verdict.REGRESSION,
                        Verdict.SLA_VIOLATED,
                        Verdict.INVALID,
                        Verdict.ERROR);
    }
}
