package io.github.llmperf.baseline;

import static io.github.llmperf.baseline.BaselineFixture.environment;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.metric.Verdict;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ComparabilityTests {

    private final PlanFixture plan = new PlanFixture();
    private final Comparability stored = Comparability.of(plan.build(), environment());

    private static Comparability with(String environment, String model, Map<String, String> labels) {
        return new Comparability(
                environment, model, new TreeMap<>(labels), WorkloadIdentity.of(new PlanFixture().build()));
    }

    @Test
    void isEqualForRunsOfOneLoad() {
        Comparability same = BaselineFixture.run(Verdict.PASS, 1).comparability();

        assertThat(same).isEqualTo(stored);
        assertThat(same.hash()).isEqualTo(stored.hash());
        assertThat(same.changesSince(stored)).isEmpty();
    }

    /** Stands in files: another one would be a warning in each of them. */
    @Test
    void hasTheSameHashInEveryVersion() {
        assertThat(new Comparability("ci", "qwen", new TreeMap<>(Map.of("gpu", "A100", "tp", "2")), WORKLOAD).hash())
                .isEqualTo(Fingerprint.of(
                        "environment=ci\nmodel=qwen\nlabel gpu=A100\nlabel tp=2\nworkload=" + WORKLOAD.hash(), 16));
        assertThat(WORKLOAD.hash()).isEqualTo(Fingerprint.of("users=4", 16));
    }

    private static final WorkloadIdentity WORKLOAD = new WorkloadIdentity(Map.of("users", "4"));

    @Test
    void namesEachFieldThatChangedFromWhatToWhat() {
        plan.maxNewTokens = 512;
        Comparability now =
                Comparability.of(plan.build(), environment("ci", "llama-3", Map.of("gpu", "H100", "tp", "2")));

        assertThat(now.changesSince(stored))
                .containsExactly(
                        new Difference("environment", "default", "ci"),
                        new Difference("model", "qwen2.5-7b", "llama-3"),
                        new Difference("label gpu", "A100", "H100"),
                        new Difference("label tp", "", "2"),
                        new Difference("maxNewTokens", "128", "512"));
        assertThat(stored.changesSince(now)).contains(new Difference("label tp", "2", ""));
        assertThat(with("default", "", Map.of("gpu", "A100")).changesSince(stored))
                .containsExactly(new Difference("model", "qwen2.5-7b", ""));
    }

    @Test
    void hasAnotherHashWhateverFieldDiffers() {
        Comparability one = with("ci", "m", Map.of("gpu", "A100"));
        plan.maxNewTokens = 512;

        assertThat(one.hash())
                .matches("[0-9a-f]{16}")
                .isNotEqualTo(with("di", "m", Map.of("gpu", "A100")).hash())
                .isNotEqualTo(with("ci", "n", Map.of("gpu", "A100")).hash())
                .isNotEqualTo(with("ci", "m", Map.of("gpu", "H100")).hash())
                .isNotEqualTo(with("ci", "m", Map.of("cpu", "A100")).hash())
                .isNotEqualTo(new Comparability("ci", "m", one.labels(), WorkloadIdentity.of(plan.build())).hash());
    }
}
