package com.example;

import io.github.llmperf.Baseline;
import io.github.llmperf.LlmLoad;
import io.github.llmperf.simulator.SimulatedLlm;

/** A busy machine may add 40 ms to what is compared: 5 % of the smallest latency. */
@SimulatedLlm(arrivalMillis = 800, stepMillis = 40)
class SpeedTest {

    @LlmLoad(users = 20, requests = 40, maxNewTokens = 6)
    @Baseline(gated = {"ttft.p50", "e2e.p50"})
    void isAsFastAsBefore() {}
}
