package io.github.llmperf.settings;

import static io.github.llmperf.settings.ResolvedPlans.assertWrong;
import static io.github.llmperf.settings.ResolvedPlans.plan;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.LlmLoad;
import io.github.llmperf.Window;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.settings.ResolvedPlans.PlainTestCase;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Warm-up, measurement and cooldown of a plan, and how long they may take together. */
class PlanPhasesTests {

    @Test
    void makesRoomForALongDuration() {
        assertThat(plan(PlainTestCase.class, "plain", Map.of("llmperf.duration", "10m"))
                        .load()
                        .phases()
                        .maxDuration())
                .isEqualTo(Duration.ofMinutes(11));
    }

    @Test
    void keepsAnAdaptiveRunGoingForAHundredRequestsOrFivePerUser() {
        assertThat(plan(PlainTestCase.class, "plain", Map.of("llmperf.users", "20"))
                        .requestGoal())
                .hasValue(100);
        assertThat(plan(PlainTestCase.class, "plain", Map.of("llmperf.users", "50"))
                        .requestGoal())
                .hasValue(250);
        assertThat(plan(PlainTestCase.class, "plain", Map.of("llmperf.requests", "7"))
                        .requestGoal())
                .hasValue(7);
        assertThat(plan(PlainTestCase.class, "plain", Map.of("llmperf.duration", "1m"))
                        .requestGoal())
                .isEmpty();
    }

    @Test
    void refusesAScheduleThatMemoryWouldNotHold() {
        assertWrong(
                        PlainTestCase.class,
                        "plain",
                        Map.of("llmperf.requestRate", "2000000000/s", "llmperf.duration", "10s"))
                .withMessage(
                        "llmperf.requestRate: requestRate and duration must plan at most 10000000 requests, but plan"
                                + " 20000000000; lower one of them");
    }

    @Test
    void refusesAWarmupWhereEverythingIsMeasured() {
        assertWrong(WholeRunTestCase.class, "both", Map.of())
                .withMessage(
                        "@LlmLoad(warmup) on WholeRunTestCase.both: warmup must not stand beside window = WHOLE_RUN,"
                                + " which measures everything; remove it");
    }

    @Test
    void refusesACooldownWhereEverythingIsMeasured() {
        assertWrong(
                        PlainTestCase.class,
                        "plain",
                        Map.of("llmperf.window", "WHOLE_RUN", "llmperf.duration", "10s", "llmperf.cooldown", "5s"))
                .withMessage("llmperf.cooldown: cooldown must not stand beside window = WHOLE_RUN, which measures"
                        + " everything; remove it");
    }

    @Test
    void refusesACooldownWhereAllStartAtOnce() {
        assertWrong(PlainTestCase.class, "plain", Map.of("llmperf.requestRate", "inf", "llmperf.cooldown", "5s"))
                .withMessage("llmperf.cooldown: cooldown must not stand beside requestRate = inf: all requests start at"
                        + " once. Set cooldown = \"0s\"");
    }

    @Test
    void refusesADurationWhereAllStartAtOnce() {
        assertWrong(PlainTestCase.class, "plain", Map.of("llmperf.requestRate", "inf", "llmperf.duration", "10s"))
                .withMessage("llmperf.duration: duration must not stand beside requestRate = inf: all requests start at"
                        + " once. Set requests");
    }

    @Test
    void refusesAMaxDurationBelowTheDuration() {
        assertWrong(PlainTestCase.class, "plain", Map.of("llmperf.duration", "2m", "llmperf.maxDuration", "1m"))
                .withMessage("llmperf.maxDuration: maxDuration must not be shorter than duration (2m), but is 1m");
    }

    @Test
    void refusesARampThatOutlastsTheLoad() {
        assertWrong(PlainTestCase.class, "plain", Map.of("llmperf.users", "3", "llmperf.spawnRate", "1e-3"))
                .withMessage("llmperf.spawnRate: the ramp must end before the load does (5m), but would take 2000s;"
                        + " start users faster or raise maxDuration");
        assertWrong(
                        PlainTestCase.class,
                        "plain",
                        Map.of("llmperf.users", "4", "llmperf.ramp", "2 every 3s", "llmperf.maxDuration", "3s"))
                .withMessage("llmperf.ramp: the ramp must end before the load does (3s), but would take 3s;"
                        + " start users faster or raise maxDuration");
        assertWrong(PlainTestCase.class, "plain", Map.of("llmperf.users", "20", "llmperf.ramp", "5 every 2m"))
                .withMessage("llmperf.ramp: the ramp must end before the load does (5m), but would take 6m;"
                        + " start users faster or raise maxDuration");
    }

    @Test
    void refusesANumberOfRequestsThatMemoryWouldNotHold() {
        assertWrong(
                        PlainTestCase.class,
                        "plain",
                        Map.of("llmperf.requestRate", "10/s", "llmperf.requests", "2000000000"))
                .withMessage("llmperf.requestRate: requestRate and requests must plan at most 10000000 requests, but"
                        + " plan 2000000000; lower one of them");
        assertWrong(
                        PlainTestCase.class,
                        "plain",
                        Map.of(
                                "llmperf.requestRate",
                                "1000000/s",
                                "llmperf.requests",
                                "10",
                                "llmperf.warmup",
                                "1m",
                                "llmperf.cooldown",
                                "1m"))
                .withMessage("llmperf.requestRate: requestRate and requests and warmup and cooldown must plan at most"
                        + " 10000000 requests, but plan 120000010; lower one of them");
    }

    @Test
    void refusesAWarmupThatOutlastsTheLoad() {
        assertWrong(PlainTestCase.class, "plain", Map.of("llmperf.warmup", "10m"))
                .withMessage("llmperf.warmup: warmup must end before the load does (5m), but would take 10m;"
                        + " shorten it or raise maxDuration");
    }

    @Test
    void letsZeroTakeBackAWarmupAndACooldownWhereAllStartAtOnce() {
        LoadPlan plan = plan(
                PlainTestCase.class,
                "plain",
                Map.of("llmperf.requestRate", "inf", "llmperf.warmup", "0", "llmperf.cooldown", "0s"));

        assertThat(plan.load().phases().warmup().isNone()).isTrue();
    }

    static class WholeRunTestCase {
        @LlmLoad(window = Window.WHOLE_RUN, warmup = "2", duration = "10s")
        void both() {}
    }
}
