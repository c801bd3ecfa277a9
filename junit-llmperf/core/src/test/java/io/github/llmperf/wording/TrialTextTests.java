package io.github.llmperf.wording;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.verdict.Remark;
import io.github.llmperf.verdict.Remark.OneTrial;
import io.github.llmperf.verdict.Remark.WithoutEffect;
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
