package io.github.llmperf.samples;

import io.github.llmperf.Baseline;
import io.github.llmperf.LlmLoad;
import io.github.llmperf.simulator.SimulatedLlm;

/**
 * Lesson 3: a baseline.
 *
 * <p>Limits say what is bearable; a baseline says what was usual. Runs that were accepted lie in
 * {@code baselines/default/<class>/<method>/<cell>.jsonl} at the root of the repository, one line each, and are reviewed
 * like code. Each later run is compared with them. It fails as REGRESSION when a guarded measure is worse by more than the
 * tolerance, and by more than runs differ by themselves. Unless {@code gated} names others, guarded are ttft p50 and p90,
 * tpot p50 and the output tokens per second.
 *
 * <p>Runs are stored by {@code mvn test -Dllmperf.baseline=record}; the ten that came with this lesson were stored that
 * way. One stored run catches a server at half the speed. Five or more tell how much runs differ, so that smaller changes
 * are seen.
 *
 * <p>To see a regression, run it with {@code -Dllmperf-sim.slowFactor=2}. At {@code 1.02} it passes: two percent are within
 * the tolerance. The times of this server are long, so that what the machine itself adds is small beside them: the stored
 * runs hold on any machine. For the same reason tpot is not guarded here: 20 ms are little for a busy machine.
 */
@SimulatedLlm(arrivalMillis = 250, stepMillis = 20)
class Lesson03BaselineTest {

    @LlmLoad(users = 16, requests = 100, maxNewTokens = 8)
    @Baseline(
            tolerance = "10%",
            tailTolerance = "15%",
            gated = {"ttft.p50", "ttft.p90", "e2e.p50", "outputTokenRate"})
    void isAsFastAsBefore() {}
}
