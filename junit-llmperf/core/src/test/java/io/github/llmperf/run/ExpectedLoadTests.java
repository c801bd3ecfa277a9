package io.github.llmperf.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.baseline.PlanFixture;
import io.github.llmperf.load.TestPlan;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.Pairing;
import io.github.llmperf.plan.Target;
import io.github.llmperf.prompt.PromptSet;
import io.github.llmperf.prompt.PromptSets;
import io.github.llmperf.settings.RequestTokens;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ExpectedLoadTests {

    private static RequestTokens tokens(double prompt) {
        return new RequestTokens(prompt, 128);
    }

    private static String of(TestPlan plan) {
        String line = new ExpectedLoad(plan.build(), tokens(250.4)).line();
        return line.substring(line.indexOf(": ") + 2);
    }

    @Test
    void countsRequestsAndWarmUpOfAClosedLoop() {
        assertThat(of(TestPlan.users(5).warmup("2").requests(1000)))
                .isEqualTo("about 1,010 requests with about 252,904 prompt and at most 129,280 output tokens; takes at"
                        + " most 5m and the last answers");
    }

    @Test
    void leavesOpenHowManyFitIntoAWarmUpOfSomeTime() {
        assertThat(of(TestPlan.users(5).warmup("2s").requests(120)))
                .isEqualTo("about 120 requests after a warm-up of 2s, each with about 250 prompt and at most 128 output"
                        + " tokens; takes at most 5m and the last answers");
    }

    @Test
    void countsTheSystemPromptWithEachPrompt() throws IOException {
        PromptSet prompts = PromptSets.load("chat", getClass().getClassLoader(), Path.of("."));
        PlanFixture plan = new PlanFixture();
        double without =
                RequestTokens.of(prompts, plan.build().load().workload()).prompt();

        plan.systemPrompt = "four".repeat(100);

        assertThat(RequestTokens.of(prompts, plan.build().load().workload()).prompt())
                .isEqualTo(without + 100);
    }

    @Test
    void countsWhatAnAdaptiveRunEndsWith() {
        assertThat(of(TestPlan.users(50))).startsWith("about 250 requests with ");
    }

    @Test
    void saysWhatOneRequestTakesWhereAnswersDecideHowManyThereAre() {
        assertThat(of(TestPlan.users(5).duration(Duration.ofMinutes(2))))
                .isEqualTo("as many requests as fit into 2m, each with about 250 prompt and at most 128 output tokens;"
                        + " takes about 2m, at most 5m and the last answers");
    }

    @Test
    void countsOneRequestOnceHoweverOftenTheLoadRuns() {
        LoadPlan paired = TestPlan.users(5)
                .duration(Duration.ofMinutes(2))
                .build()
                .withPairing(new Pairing(Target.at("http://localhost:8001"), 8));
        assertThat(new ExpectedLoad(paired, tokens(250)).line())
                .contains(
                        ": as many requests as fit into 32m, each with about 250 prompt and at most 128 output tokens;");
    }

    @Test
    void saysHowManyStartsAreCompared() {
        LoadPlan plan = TestPlan.users(5).requests(100).build();
        Target second = Target.at("http://localhost:8001").withName("production");
        assertThat(new ExpectedLoad(plan.withPairing(new Pairing(second, 8)), tokens(250)).line())
                .endsWith("; 16 loads in turns, half of them on production, all on one start of each, compared with no"
                        + " stored run and not stored");
        assertThat(new ExpectedLoad(plan.withPairing(new Pairing(second, 8, Pairing.Unit.STARTS)), tokens(250)).line())
                .endsWith(
                        "; 16 loads in turns, half of them on production, each on a start of its own, compared with no"
                                + " stored run and not stored");
    }

    @Test
    void knowsHowManyRequestsAndHowLongARateTakes() {
        assertThat(of(TestPlan.rate(20).duration(Duration.ofSeconds(30))))
                .startsWith("about 600 requests with ")
                .endsWith("; takes about 30s, at most 5m and the last answers");
        assertThat(of(TestPlan.rate(20).requests(500)))
                .startsWith("about 500 requests with ")
                .endsWith("; takes about 25s, at most 5m and the last answers");
    }

    @Test
    void knowsNoTimeWhereAllAreSentAtOnce() {
        assertThat(of(TestPlan.rate(Double.POSITIVE_INFINITY).requests(500)))
                .endsWith(" output tokens; takes at most 5m and the last answers");
    }

    @Test
    void namesTheScenario() {
        assertThat(new ExpectedLoad(TestPlan.users(1).build(), tokens(1)).line())
                .startsWith(TestPlan.users(1).build().scenario() + ": about ");
    }

    @Test
    void countsWhatEntriesAskForThemselves() {
        LoadPlan plan = TestPlan.users(5).warmup("0").requests(3).build();
        assertThat(new ExpectedLoad(plan, new RequestTokens(100, 10.4)).line())
                .contains(": about 3 requests with about 300 prompt and at most 32 output tokens;");
    }
}
