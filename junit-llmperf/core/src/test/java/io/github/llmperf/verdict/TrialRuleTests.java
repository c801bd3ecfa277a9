package io.github.llmperf.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.plan.BaselinePolicy;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrialRuleTests {

    private static RunFixture slower(double slower) {
        RunFixture run = RunFixture.withStored(5);
        run.plan.trials = 3;
        run.measurement.slower = slower;
        return run;
    }

    @Test
    void stopsAfterAPass() {
        RunFixture run = RunFixture.withStored(10);
        run.plan.trials = 3;

        assertThat(run.judge().verdict()).isEqualTo(Verdict.PASS);
        assertThat(run.wantsAnotherTrial()).isFalse();
    }

    /** Half of 10 % is 4.88 % on the log scale; the tail's 15 % is farther away. */
    @ParameterizedTest
    @CsvSource({"1, false", "1.048, false", "1.0489, true", "1.08, true", "1.5, true", "2, true", ".9, false"})
    void looksAgainAtWhatMayBeARegression(double slower, boolean another) {
        assertThat(slower(slower).wantsAnotherTrial()).isEqualTo(another);
    }

    @Test
    void looksAgainAtAnImprovement() {
        assertThat(slower(.5).judge().verdict()).isEqualTo(Verdict.IMPROVED);
        assertThat(slower(.5).wantsAnotherTrial()).isTrue();
    }

    @Test
    void looksAtARateTheOtherWayRound() {
        RunFixture fewer = slower(1);
        fewer.plan.gated("outputTokenRate");
        fewer.measurement.rates.put(Metric.OUTPUT_TOKEN_RATE, 840.);
        assertThat(fewer.wantsAnotherTrial()).isTrue();

        RunFixture more = slower(1);
        more.plan.gated("outputTokenRate");
        more.measurement.rates.put(Metric.OUTPUT_TOKEN_RATE, 970.);
        assertThat(more.wantsAnotherTrial()).isFalse();
    }

    @Test
    void goesNoFurtherThanThePlan() {
        RunFixture run = slower(2).trial(m -> m.slower = 2);
        assertThat(run.wantsAnotherTrial()).isTrue();

        run.trial(m -> m.slower = 2);
        assertThat(run.wantsAnotherTrial()).isFalse();
    }

    @Test
    void looksAgainAtErrorsThatBecameMore() {
        RunFixture run = slower(1);
        run.stored.clear();
        run.stored(5, m -> m.failed = 4);
        run.plan.limit("errorRate <= 50%");
        run.plan.gated("ttft.p50");
        run.measurement.failed = 8;
        assertThat(run.comparison("errorRate").verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(run.comparison("ttft.p50").verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(run.wantsAnotherTrial()).isTrue();

        run.stored.clear();
        run.stored(5, m -> m.failed = 12);
        assertThat(run.comparison("errorRate").verdict()).isIn(Verdict.UNDECIDED, Verdict.PASS);
        assertThat(run.wantsAnotherTrial()).isFalse();
    }

    @Test
    void wastesNoTrialOnWhatOneMoreCannotMend() {
        RunFixture limited = slower(2);
        limited.plan.limit("ttft.p50 <= 1s");
        assertThat(limited.judge().verdict()).isEqualTo(Verdict.SLA_VIOLATED);
        assertThat(limited.wantsAnotherTrial()).isFalse();

        RunFixture gone = slower(1);
        gone.plan.gated("tpot.p50");
        gone.measurement.missing.add(Metric.TPOT);
        assertThat(gone.judge().verdict()).isEqualTo(Verdict.REGRESSION);
        assertThat(gone.wantsAnotherTrial()).isTrue();
    }

    @Test
    void takesWhatWasAcceptedAsItIs() {
        RunFixture gone = slower(1);
        gone.plan.gated("tpot.p50");
        gone.plan.accept = "no longer streamed";
        gone.measurement.missing.add(Metric.TPOT);
        assertThat(gone.judge().verdict()).isEqualTo(Verdict.PASS);
        assertThat(gone.wantsAnotherTrial()).isFalse();
    }

    @Test
    void wantsNoneWhereNothingIsCompared() {
        RunFixture run = slower(2);
        run.plan.mode = BaselinePolicy.Mode.CALIBRATE;
        assertThat(run.wantsAnotherTrial()).isFalse();

        RunFixture nothingStored = RunFixture.withoutBaseline();
        nothingStored.plan.trials = 3;
        assertThat(nothingStored.wantsAnotherTrial()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "REGRESSION, .2, true",
        "IMPROVED, -.2, true",
        "PASS, .09, false",
        "UNDECIDED, .05, true",
        "UNDECIDED, .0499, false",
        "UNDECIDED, -.05, false"
    })
    void saysTheSameOfPlainNumbers(Verdict verdict, double shift, boolean another) {
        RunLevelRule.Case one = new RunLevelRule.Case(
                RunDifference.of(new double[] {0}, new double[] {shift}, .1, .02, WithinRunVariance.UNKNOWN), .1);

        assertThat(TrialRule.wantsAnother(List.of(one), List.of(verdict))).isEqualTo(another);
    }

    @Test
    void looksAtEveryMeasureOfTheCell() {
        RunLevelRule.Case same = new RunLevelRule.Case(RunDifference.of(new double[] {0}, 0, .1, .02), .1);

        assertThat(TrialRule.wantsAnother(List.of(same, same), List.of(Verdict.PASS, Verdict.REGRESSION)))
                .isTrue();
        assertThat(TrialRule.wantsAnother(List.of(same, same), List.of(Verdict.PASS, Verdict.UNDECIDED)))
                .isFalse();
        assertThat(TrialRule.wantsAnother(List.of(), List.of())).isFalse();
    }
}
