package com.example;

import io.github.llmperf.Baseline;
import io.github.llmperf.LlmLoad;
import io.github.llmperf.simulator.SimulatedLlm;

@SimulatedLlm(arrivalMillis = 400, stepMillis = 20)
class SpeedTest {

    @LlmLoad(users = 20, requests = 40, maxNewTokens = 6)
    @Baseline(gated = {"ttft.p50", "e2e.p50"})
    void isAsFastAsBefore() {}
}
