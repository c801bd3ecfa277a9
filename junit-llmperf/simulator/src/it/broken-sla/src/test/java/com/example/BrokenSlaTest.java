package com.example;

import io.github.llmperf.Baseline;
import io.github.llmperf.LlmLoad;
import io.github.llmperf.Sla;
import io.github.llmperf.Toggle;
import io.github.llmperf.simulator.SimulatedLlm;

/** Broken for certain even if a busy machine has added a third of a second. */
@SimulatedLlm(arrivalMillis = 400, stepMillis = 20)
@Baseline(Toggle.OFF)
class BrokenSlaTest {

    @LlmLoad(users = 10, requests = 20, maxNewTokens = 6)
    @Sla(ttftP90 = "50ms", e2e = "60ms", responseTimeP50 = "30s")
    void isTooSlow() {}
}
