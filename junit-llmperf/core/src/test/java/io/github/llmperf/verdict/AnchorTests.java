package io.github.llmperf.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.verdict.Reference.Kind;
import io.github.llmperf.wording.FindingText;
import io.github.llmperf.wording.ReasonText;
import org.junit.jupiter.api.Test;

/** Runs that were pinned by a tag, against slow drift. */
class AnchorTests {

    /** Returns a run that follows stored ones which have crept away from the pinned ones. */
    private static RunFixture crept(int stored, int pinned) {
        RunFixture run = RunFixture.withoutBaseline();
        run.stored(stored, m -> m.slower = 1.5).pinned(pinned, m -> {});
        run.measurement.slower = 1.5;
        return run;
    }

    @Test
    void findsWhatEachStepWasTooSmallToShow() {
        RunFixture run = crept(10, 5);

        assertThat(run.comparison("tpot.p50").verdict()).isEqualTo(Verdict.PASS);
        assertThat(run.comparison("tpot.p50", Kind.ANCHOR).verdict()).isEqualTo(Verdict.REGRESSION);
        assertThat(run.judge().verdict()).isEqualTo(Verdict.REGRESSION);
        assertThat(ReasonText.of(run.judge()))
                .isEqualTo(
                        "drifted since v1.2: ttft.p90 1,296 ms against 863.7 ms of v1.2, +50 % (90 % interval +31 % to"
                                + " +72 %; n=200, 5 runs of v1.2); also ttft.p50 +50 % since v1.2, tpot.p50 +50 % since v1.2,"
                                + " outputTokenRate −33 % since v1.2");
    }

    @Test
    void writesAWholeFinding() {
        assertThat(FindingText.of(crept(10, 2).comparison("tpot.p50", Kind.ANCHOR)))
                .startsWith("tpot.p50 30 ms against 20 ms of v1.2, +50 % (90 % interval ")
                .contains(
                        "; n=200, 2 runs of v1.2): likely drifted by more than the 10 % allowed since v1.2, but a regression must be surer than its 90 % interval; run-to-run sd 9.3 % (mostly assumed: 10 % while there are fewer than 8 runs of v1.2), detects ")
                .contains(
                        "; this comparison cannot detect 10 %: record more runs, ",
                        " runs of v1.2 would make 10 % significant;")
                .endsWith("; worse than both runs of v1.2 (1 in 3 by chance); weak anchor: tag 3 runs or more");
        assertThat(FindingText.of(crept(10, 9).comparison("tpot.p50", Kind.ANCHOR)))
                .contains(": drifted by more than the 10 % allowed since v1.2; ");

        RunFixture better = RunFixture.withStored(10).pinned(9, m -> m.slower = 2);
        assertThat(FindingText.of(better.comparison("tpot.p50", Kind.ANCHOR)))
                .contains(": better by more than 10 % since v1.2; ")
                .endsWith("; worse than none of 9 runs of v1.2");
        assertThat(better.judge().verdict()).isEqualTo(Verdict.IMPROVED);

        RunFixture same = RunFixture.withStored(10).pinned(9, m -> {});
        assertThat(FindingText.of(same.comparison("tpot.p50", Kind.ANCHOR)))
                .contains(": not drifted by 10 % or more since v1.2; ");
        assertThat(ReasonText.of(same.judge()))
                .isEqualTo("1 limit met; no worse than 10 stored runs: ttft.p50 ±0 %, ttft.p90 ±0 %, tpot.p50 ±0 %,"
                        + " outputTokenRate ±0 %; no worse than 9 runs of v1.2: ttft.p50 ±0 %, ttft.p90 ±0 %, tpot.p50"
                        + " ±0 %, outputTokenRate ±0 %");
    }

    @Test
    void sharesAlphaAmongAllComparisonsOfTheCell() {
        // The smallest worsening that is significant at 1 % for one measure is not among two.
        double slower = 1.34;
        RunFixture alone = RunFixture.withStored(3);
        alone.plan.gated("tpot.p50");
        RunFixture anchored = RunFixture.withStored(3).pinned(3, m -> m.slower = 1.34);
        anchored.plan.gated("tpot.p50");
        double p = 0;
        for (; slower < 2; slower += .002) {
            alone.measurement.distributions.clear();
            alone.measurement.slower = slower;
            if (alone.comparison("tpot.p50").verdict() == Verdict.REGRESSION) {
                p = alone.comparison("tpot.p50").evidence().p();
                break;
            }
        }
        assertThat(p).isBetween(.0095, .01);

        anchored.measurement.slower = slower;
        anchored.measurement.distributions.clear();
        assertThat(anchored.comparison("tpot.p50").verdict()).isEqualTo(Verdict.UNDECIDED);
    }

    @Test
    void saysThatAnAnchorCannotBeComparedWith() {
        RunFixture run = RunFixture.withStored(10).pinned(0, m -> {});

        assertThat(run.judge().verdict()).isEqualTo(Verdict.NO_BASELINE);
        assertThat(ReasonText.of(run.judge()))
                .isEqualTo("not compared with an anchor: no run in x.jsonl is tagged v1.2; tag a run with"
                        + " -Dllmperf.baseline=record -Dllmperf.baseline.tag=v1.2");
        assertThat(run.comparison("tpot.p50").verdict()).isEqualTo(Verdict.PASS);
    }

    @Test
    void saysSoInTheFirstLineOfAnyVerdict() {
        RunFixture undecided = RunFixture.withStored(1).pinned(0, m -> {});

        assertThat(undecided.judge().verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(ReasonText.of(undecided.judge()))
                .contains("; not compared with an anchor: no run in x.jsonl is tagged v1.2; tag a run with ");
        assertThat(undecided.judge().lacksBaseline()).isTrue();
        assertThat(RunFixture.withStored(1).judge().lacksBaseline()).isFalse();
    }

    @Test
    void saysSoToWhereAnswersAreOfAnotherLength() {
        RunFixture run = RunFixture.withStored(1).pinned(3, m -> m.outputTokens = 60);

        assertThat(run.judge().verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(ReasonText.of(run.judge()))
                .contains("; since v1.2 output length changed")
                .endsWith("; tag a newer run as the anchor");
    }

    @Test
    void comparesWithAnAnchorWhereNothingElseIsStored() {
        RunFixture run = RunFixture.withoutBaseline().pinned(9, m -> {});
        assertThat(run.judge().verdict()).isEqualTo(Verdict.NO_BASELINE);
        assertThat(run.comparison("tpot.p50", Kind.ANCHOR).verdict()).isEqualTo(Verdict.PASS);

        assertThat(run.texts()).anyMatch(text -> text.contains("requests 0.33 ms late (p99), allowed 39.99 ms"));

        run.measurement.distributions.clear();
        run.measurement.rates.clear();
        run.measurement.slower = 2;
        assertThat(run.judge().verdict()).isEqualTo(Verdict.REGRESSION);
    }

    @Test
    void saysWhatCameWithThisChangeFirst() {
        RunFixture run = RunFixture.withoutBaseline();
        run.stored(10, m -> m.slower = 1.5).pinned(9, m -> {});
        run.measurement.slower = 2;

        assertThat(ReasonText.of(run.judge()))
                .startsWith("tpot.p50 40 ms against 30 ms, +33 % (90 % interval ")
                .endsWith("; also outputTokenRate −25 %, ttft.p50 +33 %, ttft.p90 +33 %, tpot.p50 +100 % since v1.2,"
                        + " ttft.p50 +100 % since v1.2, ttft.p90 +100 % since v1.2, outputTokenRate −50 % since v1.2");
    }

    @Test
    void barsWhatDependsOnTheLengthOfTheAnchorsAnswers() {
        RunFixture run = RunFixture.withStored(10).pinned(3, m -> m.outputTokens = 200);

        assertThat(ReasonText.of(run.judge()))
                .endsWith("; since v1.2 output length changed from 200 to 120 tokens (−40 %), and"
                        + " outputTokenRate depends on it; tag a newer run as the anchor");
    }

    @Test
    void missesMeasuresThatOnlyTheAnchorHas() {
        RunFixture run = RunFixture.withStored(5).pinned(3, m -> {});
        run.plan.gated("userTokenRate.p50");
        run.measurement.with(Metric.USER_TOKEN_RATE, 50);
        assertThat(ReasonText.of(run.judge()))
                .endsWith("userTokenRate.p50 is in none of the 3 runs of v1.2; tag a newer run as the anchor");

        RunFixture gone = RunFixture.withoutBaseline().pinned(3, m -> {});
        gone.measurement.missing.add(Metric.TPOT);
        assertThat(ReasonText.of(gone.judge()))
                .isEqualTo("tpot.p50 has no samples, but is guarded and was 20 ms in 3 runs of v1.2");
    }

    @Test
    void comparesErrorRatesWithTheAnchor() {
        RunFixture run = RunFixture.withoutBaseline();
        run.stored(10, m -> m.failed = 30).pinned(5, m -> {});
        run.plan.limit("errorRate <= 50%");
        run.measurement.failed = 30;

        assertThat(run.comparison("errorRate").verdict()).isEqualTo(Verdict.PASS);
        assertThat(run.comparison("errorRate", Kind.ANCHOR).verdict()).isEqualTo(Verdict.REGRESSION);
        assertThat(ReasonText.of(run.judge()))
                .isEqualTo(
                        "drifted since v1.2: errorRate 15 % against 0 % of v1.2, +15 points (n=200, 5 runs of v1.2)");
    }

    @Test
    void saysOnceWhatHoldsOfTheRunAlone() {
        RunFixture run = RunFixture.withStored(10).pinned(5, m -> {});
        run.measurement.requests = 99;

        assertThat(ReasonText.of(run.judge()))
                .containsOnlyOnce("ttft.p90 is not decided: it takes 100 samples, and there are 99");
    }

    @Test
    void acceptsADrift() {
        RunFixture run = crept(10, 5);
        run.plan.accept = "larger model";

        assertThat(run.judge().verdict()).isEqualTo(Verdict.PASS);
        assertThat(run.texts()).anyMatch(text -> text.startsWith("accepted (larger model): tpot.p50 30 ms against"));
    }
}
