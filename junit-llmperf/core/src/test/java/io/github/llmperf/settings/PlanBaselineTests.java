package io.github.llmperf.settings;

import static io.github.llmperf.settings.ResolvedPlans.assertWrong;
import static io.github.llmperf.settings.ResolvedPlans.plan;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.Baseline;
import io.github.llmperf.LlmLoad;
import io.github.llmperf.Toggle;
import io.github.llmperf.plan.BaselinePolicy;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a plan says of stored runs. */
class PlanBaselineTests {

    @Test
    void switchesTheBaselineOffByAnnotationWhateverTheModeIs() {
        assertThat(plan(NoBaselineTestCase.class, "none", Map.of("llmperf.baseline", "record"))
                        .criteria()
                        .baseline()
                        .mode())
                .isEqualTo(BaselinePolicy.Mode.OFF);
    }

    @Test
    void readsAnchorAndTrialsAndOverridesThem() {
        BaselinePolicy said =
                plan(AnchoredTestCase.class, "anchored").criteria().baseline();
        assertThat(said.anchor()).isEqualTo("v1.2");
        assertThat(said.trials()).isEqualTo(3);
        assertThat(said.tag()).isNull();
        BaselinePolicy overridden = plan(
                        AnchoredTestCase.class,
                        "anchored",
                        Map.of(
                                "llmperf.baseline", "record",
                                "llmperf.baseline.anchor", "release/2.0_rc-1",
                                "llmperf.baseline.tag", "v2",
                                "llmperf.trials", "10"))
                .criteria()
                .baseline();
        assertThat(overridden.anchor()).isEqualTo("release/2.0_rc-1");
        assertThat(overridden.trials()).isEqualTo(10);
        assertThat(overridden.tag()).isEqualTo("v2");
    }

    @Test
    void tagsNothingThatIsNotCompared() {
        Map<String, String> tagged = Map.of("llmperf.baseline", "record", "llmperf.baseline.tag", "v2");
        assertThat(plan(NoBaselineTestCase.class, "none", tagged)
                        .criteria()
                        .baseline()
                        .mode())
                .isEqualTo(BaselinePolicy.Mode.OFF);
    }

    @Test
    void calibratesWithEightTrialsOrAsManyAsTheKeySays() {
        Map<String, String> calibrate = Map.of("llmperf.baseline", "calibrate");
        assertThat(plan(AnchoredTestCase.class, "anchored", calibrate)
                        .criteria()
                        .baseline()
                        .trials())
                .isEqualTo(8);
        Map<String, String> more = Map.of("llmperf.baseline", "calibrate", "llmperf.trials", "30");
        assertThat(plan(AnchoredTestCase.class, "anchored", more)
                        .criteria()
                        .baseline()
                        .trials())
                .isEqualTo(30);
        assertWrong(AnchoredTestCase.class, "anchored", Map.of("llmperf.baseline", "calibrate", "llmperf.trials", "1"))
                .withMessage("llmperf.trials: value must be from 2 to 30 to calibrate, but is 1");
        assertWrong(
                        AnchoredTestCase.class,
                        "anchored",
                        Map.of("llmperf.baseline", "calibrate", "llmperf.baseline.accept", "larger model"))
                .withMessage("llmperf.baseline.accept: accepting a run must store it: add -Dllmperf.baseline=record");
        assertWrong(
                        AnchoredTestCase.class,
                        "anchored",
                        Map.of("llmperf.baseline", "off", "llmperf.baseline.accept", "larger model"))
                .withMessage("llmperf.baseline.accept: accepting a run must store it: add -Dllmperf.baseline=record");
    }

    @Test
    void refusesATagThatIsNone() {
        assertWrong(
                        AnchoredTestCase.class,
                        "anchored",
                        Map.of("llmperf.baseline", "record", "llmperf.baseline.tag", "v1 2"))
                .withMessage("llmperf.baseline.tag: value must be a tag of letters, digits and . - _ /, as in \"v1.2\","
                        + " but is \"v1 2\"");
        assertWrong(BadTrialsTestCase.class, "bad", Map.of())
                .withMessage("@Baseline(trials) on BadTrialsTestCase.bad: value must be from 1 to 10, but is -1");
    }

    static class AnchoredTestCase {
        @LlmLoad
        @Baseline(anchor = "v1.2", trials = 3)
        void anchored() {}
    }

    static class BadTrialsTestCase {
        @LlmLoad
        @Baseline(trials = -1)
        void bad() {}
    }

    static class NoBaselineTestCase {
        @LlmLoad
        @Baseline(Toggle.OFF)
        void none() {}
    }
}
