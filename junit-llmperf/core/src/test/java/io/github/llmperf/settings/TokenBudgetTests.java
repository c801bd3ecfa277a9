package io.github.llmperf.settings;

import static io.github.llmperf.settings.ResolvedPlans.TEN;
import static io.github.llmperf.settings.ResolvedPlans.plan;
import static io.github.llmperf.settings.ResolvedPlans.resolver;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.settings.ResolvedPlans.PlainTestCase;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;

/** What a plan sends at most is counted against {@code maxTokens} before anything is sent. */
class TokenBudgetTests {

    @Test
    void countsWhatARateSendsAroundTheMeasurementAgainstTheBudget() {
        LoadPlan plan = plan(
                PlainTestCase.class,
                "plain",
                Map.of(
                        "llmperf.requestRate", "100/s",
                        "llmperf.requests", "10",
                        "llmperf.warmup", "200ms",
                        "llmperf.cooldown", "3s",
                        "llmperf.maxTokens", "8000"));
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> Budget.check(plan, TEN))
                .withMessage("maxTokens must be at least 45540, which the plan is expected to spend (330 requests with"
                        + " warm-up, up to 128 output tokens each), but is 8000; raise maxTokens, or lower requests or"
                        + " maxNewTokens");
    }

    @Test
    void countsEveryTrialAgainstTheBudget() {
        LoadPlan plan = plan(
                PlainTestCase.class,
                "plain",
                Map.of("llmperf.users", "1", "llmperf.requests", "9", "llmperf.maxTokens", "3000"));
        Budget.check(plan, TEN, 2);
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> Budget.check(plan, TEN, 3))
                .withMessage("maxTokens must be at least 4140, which the plan is expected to spend (10 requests with"
                        + " warm-up, up to 128 output tokens each, in 3 trials), but is 3000; raise maxTokens, or lower"
                        + " requests, trials or maxNewTokens");
    }

    @Test
    void refusesABudgetForUsersThatCoolDown() {
        LoadPlan plan = plan(
                PlainTestCase.class,
                "plain",
                Map.of("llmperf.requests", "10", "llmperf.cooldown", "3s", "llmperf.maxTokens", "8000"));
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> Budget.check(plan, TEN))
                .withMessage("maxTokens must stand beside a number of requests: how many users in a warm-up or cooldown"
                        + " of a time will send cannot be known beforehand. Set warmup to a number and no cooldown, or"
                        + " remove maxTokens");
    }

    @Test
    void refusesAPlanThatIsOverItsBudget() {
        LoadPlan plan = plan(PlainTestCase.class, "plain", Map.of("llmperf.maxTokens", "1000"));
        PlanResolver resolver = resolver(PlainTestCase.class, "plain", Map.of("llmperf.maxTokens", "1000"));
        assertThatExceptionOfType(ExtensionConfigurationException.class)
                .isThrownBy(() -> resolver.check(plan, TEN))
                .withMessage("llmperf.maxTokens: maxTokens must be at least 13938, which the plan is expected to spend"
                        + " (101 requests with warm-up, up to 128 output tokens each), but is 1000; raise maxTokens, or"
                        + " lower requests or maxNewTokens");
    }

    @Test
    void countsWhatAConversationRepeatsAgainstTheBudget() {
        Map<String, String> settings = Map.of(
                "llmperf.maxTokens", "3311", "llmperf.users", "2", "llmperf.requests", "9", "llmperf.turns", "4");
        LoadPlan plan = plan(PlainTestCase.class, "plain", settings);
        // 11 requests with the warm-up: 6 turns of one user cost 1+2+3+4 + 1+2 texts and answers, 5 of the other 11
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> Budget.check(plan, TEN))
                .withMessage("maxTokens must be at least 3312, which the plan is expected to spend (11 requests with"
                        + " warm-up, up to 128 output tokens each, in conversations of 4 turns that repeat what was"
                        + " said), but is 3311; raise maxTokens, or lower requests, turns or maxNewTokens");
        Map<String, String> enough = new java.util.HashMap<>(settings);
        enough.put("llmperf.maxTokens", "3312");
        Budget.check(plan(PlainTestCase.class, "plain", enough), TEN);
    }
}
