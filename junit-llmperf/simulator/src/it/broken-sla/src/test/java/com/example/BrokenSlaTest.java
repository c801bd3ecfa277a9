package com.example;

import io.github.llmperf.Baseline;
import io.github.llmperf.LlmLoad;
import io.github.llmperf.Sla;
import io.github.llmperf.Toggle;
import io.github.llmperf.simulator.SimulatedLlm;

@SimulatedLlm(arrivalMillis = 400, stepMillis = 20)
@Baseline(Toggle.OFF)
class BrokenSlaTest {

    @LlmLoad(users = 10, requests = 20, maxNewTokens = 6)
    @Sla(ttftP90 = "300ms", e2e = "350ms", responseTimeP50 = "30s")
    void isTooSlow() {}
}
