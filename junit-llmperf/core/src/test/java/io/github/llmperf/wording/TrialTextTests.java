package io.github.llmperf.wording;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.metric.Verdict;
import io.github.llmperf.verdict.Cause;
import io.github.llmperf.verdict.Cause.Symptom.Added.Where;
import io.github.llmperf.verdict.Finding;
import io.github.llmperf.verdict.Judgement;
import io.github.llmperf.verdict.Remark;
import io.github.llmperf.verdict.Remark.OneTrial;
import io.github.llmperf.verdict.Remark.WithoutEffect;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class TrialTextTests {

    @Test
    void saysWhatOfAReRunIsCompared() {
        assertThat(TrialText.of(new Remark.Rerun(3, 3)))
                .isEqualTo("re-run 3 of this build: the geometric mean of its 3 runs is compared, since they share"
                        + " server and hour and so are one trial; limits are judged by this run alone");
        assertThat(TrialText.of(new Remark.Rerun(2, 1)))
                .isEqualTo(TrialText.of(new Remark.Rerun(2, 0)))
                .isEqualTo("re-run 2 of this build: limits are judged by this run alone");
    }

    @Test
    void saysWhyThereWasOneTrial() {
        assertThat(TrialText.of(new OneTrial(OneTrial.Why.STAGES, OptionalInt.empty())))
                .isEqualTo("llmperf.baseline=calibrate has no effect on a test with stages: they were run once");
        assertThat(TrialText.of(new OneTrial(OneTrial.Why.SAME_START, OptionalInt.of(3))))
                .isEqualTo("trials=3 needs a target that can be started anew, one of a TargetSource (@LlmTarget(from ="
                        + " …), @SimulatedLlm): this test had one trial");
        assertThat(TrialText.of(new Remark.TrialsCutShort("no port is left")))
                .isEqualTo("further trials were wanted and failed: no port is left");
    }

    @Test
    void saysWhatTriesBeforeCameTo() {
        Judgement busy = saturated(12);
        assertThat(TrialText.of(new Remark.Retried(List.of(busy))))
                .isEqualTo(
                        "try 2: the one before was INVALID and counts for nothing (load generator saturated: the client"
                                + " added 12 ms to ttft (p99, allowed 5 ms); give it more free processor time, or lower the load)");
        assertThat(TrialText.of(new Remark.Retried(List.of(busy, busy.with(new Remark.Retried(List.of(busy)))))))
                .as("what is the same is said once")
                .isEqualTo(
                        "try 3: the 2 before were INVALID and count for nothing (load generator saturated: the client"
                                + " added 12 ms to ttft (p99, allowed 5 ms); give it more free processor time, or lower the load)");
    }

    @Test
    void saysAfterHowManyRetriesARunCannotBeJudged() {
        Judgement once = saturated(12).with(new Remark.Retried(List.of(saturated(20))));
        assertThat(ReasonText.of(once)).endsWith("or lower the load; after 1 retry");
        Judgement twice = saturated(12).with(new Remark.Retried(List.of(saturated(20), saturated(30))));
        assertThat(ReasonText.of(twice)).endsWith("or lower the load; after 2 retries");
    }

    @Test
    void saysWhyThereIsNoOtherTry() {
        assertThat(TrialText.of(Remark.NotRetried.SAME_PROMPTS))
                .isEqualTo(
                        "not tried again: its prompts come again in each try, and a target that is not started anew may"
                                + " have kept what it made of them; run it again yourself");
        assertThat(TrialText.of(Remark.NotRetried.BUDGET))
                .isEqualTo("not tried again: another try may spend more than maxTokens; raise it, or run the test again"
                        + " yourself");
    }

    private static Judgement saturated(double ms) {
        Cause cause = new Cause.GeneratorSaturated(List.of(new Cause.Symptom.Added(Where.TTFT, ms, 5)));
        return new Judgement(
                Verdict.INVALID,
                List.of(new Finding.Validity(Finding.Status.BROKEN, cause)),
                .01,
                OptionalDouble.empty());
    }

    @Test
    void saysWhatHadNoEffect() {
        assertThat(TrialText.of(new Remark.Calibrated()))
                .isEqualTo("calibrated, and compared with nothing: see calibration.md");
        assertThat(TrialText.of(WithoutEffect.TRIALS_OF_PAIRS))
                .isEqualTo("trials and calibration have no effect beside @LlmCompare: its pairs are what is repeated");
        assertThat(TrialText.of(WithoutEffect.TRIALS_OF_SEARCH))
                .isEqualTo("trials and calibration have no effect beside @LlmCapacity: a search is run once");
        assertThat(TrialText.of(WithoutEffect.GATED_OF_SEARCH))
                .isEqualTo("gated measures have no effect beside @LlmCapacity: the capacity is what is guarded");
    }
}
