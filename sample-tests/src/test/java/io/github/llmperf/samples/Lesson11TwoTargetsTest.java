package io.github.llmperf.samples;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.Baseline;
import io.github.llmperf.LlmCompare;
import io.github.llmperf.LlmLoad;
import io.github.llmperf.LlmTarget;
import io.github.llmperf.LoadResult;
import io.github.llmperf.plan.Target;
import io.github.llmperf.simulator.SimulatedServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/**
 * Lesson 11: two targets.
 *
 * <p>A baseline needs runs of other days on the same kind of machine. Where the old and the new server can stand side by
 * side, {@code @LlmCompare} needs neither: it sends the same load to both in turns, A B B A A B B A, and judges the
 * differences within the pairs. What disturbs the machine disturbs both, and cancels. Nothing is stored.
 *
 * <p>Usually both have names, and the build knows their urls: {@code @LlmCompare(with = "production")} beside
 * {@code @LlmTarget(name = "candidate")}. Here the test starts both, so that the second one is the value of a method, as
 * the first one is. Both keep running, so that one start of each is compared; a {@code TargetSource} that starts both has
 * them started anew for each pair.
 *
 * <p>To see a regression, run it with {@code -Dllmperf-sample.slowFactor=2}. {@code result.comparedWith()} has the other
 * target's numbers.
 */
@Tag("slow")
@Baseline(gated = {"ttft.p50", "e2e.p50"})
class Lesson11TwoTargetsTest {

    private static SimulatedServer candidate;
    private static SimulatedServer production;

    @BeforeAll
    static void start() {
        double slowFactor = Double.parseDouble(System.getProperty("llmperf-sample.slowFactor", "1"));
        candidate = SimulatedServer.builder()
                .arrivalMillis(100)
                .slowFactor(slowFactor)
                .start();
        production = SimulatedServer.builder().arrivalMillis(100).start();
    }

    @AfterAll
    static void stop() {
        candidate.close();
        production.close();
    }

    @LlmTarget
    Target candidate() {
        return Target.at(candidate.url()).withModel(candidate.model()).withName("candidate");
    }

    @LlmCompare(pairs = 4)
    Target production() {
        return Target.at(production.url()).withModel(production.model()).withName("production");
    }

    @LlmLoad(users = 8, requests = 40, maxNewTokens = 8)
    void isNoSlowerThanProduction(LoadResult result) {
        assertThat(result.comparedWith().orElseThrow().requests().failed()).isZero();
    }
}
