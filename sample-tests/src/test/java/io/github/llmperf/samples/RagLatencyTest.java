package io.github.llmperf.samples;

import static io.github.llmperf.LlmPerfAssertions.assertThat;

import io.github.llmperf.LlmLoad;
import io.github.llmperf.LoadResult;
import io.github.llmperf.Sla;
import io.github.llmperf.simulator.SimulatedLlm;

@SimulatedLlm // or @LlmTarget(url = "http://localhost:8000", model = "qwen2.5-7b")
class RagLatencyTest {

    @LlmLoad(users = 20, prompt = "rag", maxNewTokens = 512)
    @Sla(ttftP90 = "3s", tpot = "100ms")
    void staysResponsive(LoadResult result) {
        assertThat(result).errorRate().isZero();
    }
}
