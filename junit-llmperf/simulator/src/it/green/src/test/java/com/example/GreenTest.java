package com.example;

import static io.github.llmperf.LlmPerfAssertions.assertThat;

import io.github.llmperf.Baseline;
import io.github.llmperf.LlmLoad;
import io.github.llmperf.LoadResult;
import io.github.llmperf.Sla;
import io.github.llmperf.simulator.SimulatedLlm;

/** Limits so wide that a busy machine makes no difference. */
@SimulatedLlm(arrivalMillis = 400, stepMillis = 20)
class GreenTest {

    @LlmLoad(users = 10, requests = 20, maxNewTokens = 6)
    @Baseline(gated = {"ttft.p50", "e2e.p50"})
    @Sla(ttftP90 = "30s", e2e = "50s")
    void staysResponsive(LoadResult result) {
        assertThat(result).errorRate().isZero();
    }
}
