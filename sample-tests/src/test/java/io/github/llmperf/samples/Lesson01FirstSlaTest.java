package io.github.llmperf.samples;

import io.github.llmperf.Baseline;
import io.github.llmperf.LlmLoad;
import io.github.llmperf.Sla;
import io.github.llmperf.Toggle;
import io.github.llmperf.simulator.SimulatedLlm;

/**
 * Lesson 1: a load and its limits.
 *
 * <p>{@code @LlmLoad} is the test annotation; no {@code @Test} stands beside it. The load runs before the body: ten users,
 * each sending its next request as soon as the last answer is complete, after one request to warm up. Then the limits of
 * {@code @Sla} are judged, and the method's body runs; here it has nothing to add.
 *
 * <p>{@code ttftP90} limits the 90th percentile of the time to first token, {@code tpot} (without a percentile) the mean
 * time per further token. At most 1 % of the requests may fail unless {@code errorRate} says otherwise.
 *
 * <p>{@code requests} ends the load after 100 measured requests. Without it, it goes on until at least 100 have ended, or
 * five per user. {@code @Baseline(Toggle.OFF)} leaves out the comparison with earlier runs, which is lesson 3.
 *
 * <p>To see it fail, run it with {@code -Dllmperf-sim.slowFactor=20}: both broken limits stand in one message.
 */
@SimulatedLlm
@Baseline(Toggle.OFF)
class Lesson01FirstSlaTest {

    @LlmLoad(users = 10, requests = 100, maxNewTokens = 32)
    @Sla(ttftP90 = "500ms", tpot = "100ms")
    void answersInTime() {}
}
