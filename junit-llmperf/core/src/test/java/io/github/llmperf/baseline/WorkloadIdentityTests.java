package io.github.llmperf.baseline;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.plan.Arrival;
import io.github.llmperf.plan.Ramp;
import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.ThinkTime;
import io.github.llmperf.plan.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WorkloadIdentityTests {

    record Change(String difference, Consumer<PlanFixture> to) {
        @Override
        public String toString() {
            return difference;
        }
    }

    private static String said(Difference one) {
        return one.field() + " changed from " + (one.from().isEmpty() ? "unset" : one.from()) + " to " + one.to();
    }

    private static WorkloadIdentity identity(Consumer<PlanFixture> change) {
        PlanFixture plan = new PlanFixture();
        change.accept(plan);
        return WorkloadIdentity.of(plan.build());
    }

    static List<Change> whatMatters() {
        return List.of(
                new Change("promptHash changed from a1b2c3 to d4", p -> p.promptHash = "d4"),
                new Change("promptChars changed from unset to 800", p -> p.promptChars = OptionalInt.of(800)),
                new Change("maxNewTokens changed from 128 to 512", p -> p.maxNewTokens = 512),
                new Change("stream changed from ON to OFF", p -> p.stream = false),
                new Change("extraBody changed from unset to {\"a\":1}", p -> p.extraBody = "{ \"a\": 1 }"),
                new Change("cache changed from UNIQUE to SHARED", p -> p.cache = Workload.Cache.SHARED),
                new Change("requests changed from adaptive to 300", p -> p.requests = OptionalInt.of(300)),
                new Change(
                        "api changed from openai-chat to openai-completions",
                        p -> p.target = p.target.withApi("openai-completions")),
                new Change("users changed from 20 to 10", p -> p.arrival = Arrival.ClosedLoop.of(10)),
                new Change(
                        "thinkTime changed from 0ms to 1s..3s",
                        p -> p.arrival = new Arrival.ClosedLoop(20, Ramp.AT_ONCE, ThinkTime.parse("1s..3s"), 1)),
                new Change(
                        "turns changed from unset to 4",
                        p -> p.arrival = new Arrival.ClosedLoop(20, Ramp.AT_ONCE, ThinkTime.NONE, 4)),
                new Change(
                        "spawnRate changed from inf to 2",
                        p -> p.arrival = new Arrival.ClosedLoop(20, Ramp.atRate(2), ThinkTime.NONE, 1)));
    }

    @ParameterizedTest
    @MethodSource("whatMatters")
    void tellsWhatMatters(Change change) {
        WorkloadIdentity before = identity(p -> {});
        WorkloadIdentity after = identity(change.to());

        assertThat(after.changesSince(before))
                .extracting(WorkloadIdentityTests::said)
                .containsExactly(change.difference());
        assertThat(after.hash()).isNotEqualTo(before.hash());
    }

    static List<Change> whatDoesNot() {
        return List.of(
                new Change("run id", p -> p.runId = "other"),
                new Change("seed", p -> p.seed = 99),
                new Change("timeout", p -> p.timeout = Duration.ofSeconds(5)),
                new Change("maxAnswerSize", p -> p.maxAnswerSize = OptionalLong.of(1 << 20)),
                new Change("maxDuration", p -> p.maxDuration = Duration.ofMinutes(1)),
                new Change("limits", p -> p.limit("ttft.p90 < 3s")),
                new Change("per-request limits without goodput", p -> p.eachTtft = OptionalDouble.of(500)),
                new Change(
                        "url", p -> p.target = Target.at("http://elsewhere:1").withModel("qwen2.5-7b")));
    }

    @ParameterizedTest
    @MethodSource("whatDoesNot")
    void ignoresWhatOnlyGuardsARun(Change change) {
        assertThat(identity(change.to()).changesSince(identity(p -> {}))).isEmpty();
        assertThat(identity(change.to()).hash()).isEqualTo(identity(p -> {}).hash());
    }

    @Test
    void keepsPerRequestLimitsWhereGoodputIsGuarded() {
        WorkloadIdentity identity = identity(p -> {
            p.gated("goodput");
            p.eachTtft = OptionalDouble.of(500);
        });

        assertThat(identity.fields()).containsEntry("eachTtft", "500ms");
    }

    @Test
    void namesTheOpenLoop() {
        WorkloadIdentity identity =
                identity(p -> p.arrival = new Arrival.OpenLoop(Double.POSITIVE_INFINITY, 1, OptionalInt.of(64)));

        assertThat(identity.fields())
                .containsEntry("requestRate", "inf")
                .containsEntry("burstiness", "1")
                .containsEntry("maxInFlight", "64")
                .doesNotContainKey("users");
    }

    @Test
    void readsExtraBodiesWithoutRegardToBlanksAndOrder() {
        assertThat(identity(p -> p.extraBody = "{\"b\":1, \"a\":{\"d\":1,\"c\":2}}"))
                .isEqualTo(identity(p -> p.extraBody = "{\"a\":{\"c\":2,\"d\":1},\"b\":1}"));
    }

    @Test
    void keepsTheSystemPromptAndLongExtraBodiesAsHashes() {
        WorkloadIdentity identity = identity(p -> {
            p.systemPrompt = "You are helpful.";
            p.extraBody = "{\"tools\":\"" + "x".repeat(500) + "\"}";
        });

        assertThat(identity.fields().get("systemPrompt")).matches("sha256:[0-9a-f]{12}");
        assertThat(identity.fields().get("extraBody")).matches("sha256:[0-9a-f]{12}");
    }

    @Test
    void hidesAKeyInTheExtraBody() {
        WorkloadIdentity identity = identity(p -> {
            p.target = p.target.withHeader("Authorization", "sk-secret");
            p.extraBody = "{\"user\":\"sk-secret\"}";
        });

        assertThat(identity.fields()).containsEntry("extraBody", "{\"user\":\"***\"}");
    }

    @Test
    void hashesWhateverTheOrder() {
        Map<String, String> reversed = new LinkedHashMap<>();
        List<String> names = new ArrayList<>(identity(p -> {}).fields().keySet());
        Collections.reverse(names);
        names.forEach(name -> reversed.put(name, identity(p -> {}).fields().get(name)));

        assertThat(new WorkloadIdentity(reversed).hash())
                .isEqualTo(identity(p -> {}).hash());
    }
}
