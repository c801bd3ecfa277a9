package io.github.llmperf.samples;

import io.github.llmperf.Baseline;
import io.github.llmperf.LlmLoad;
import io.github.llmperf.LoadResult;
import io.github.llmperf.Sla;
import io.github.llmperf.Toggle;
import io.github.llmperf.simulator.SimulatedLlm;
import org.junit.jupiter.api.Assertions;

/**
 * Lesson 2: a matrix.
 *
 * <p>Where {@code users}, {@code prompt} or {@code maxNewTokens} have several values, the test runs once for each
 * combination, here four times. Each cell is a test of its own: it has a name that says which one it is, its own verdict,
 * its own report under {@code target/llmperf/<class>/<method>/users=4,prompt=chat/} and its own baseline.
 *
 * <p>Cells run one after the other. No two loads of a machine ever overlap, since they would measure each other.
 *
 * <p>The body is the same for all cells. {@code LoadResult.cell()} tells which one it is called for.
 */
@SimulatedLlm
@Baseline(Toggle.OFF)
class Lesson02MatrixTest {

    @LlmLoad(
            users = {4, 10},
            prompt = {"chat", "classifier"},
            maxNewTokens = 16,
            requests = 50)
    @Sla(ttftP90 = "500ms", require = "itl.p90 < 200ms")
    void holdsTheMatrix(LoadResult result) {
        Assertions.assertEquals(16, result.cell().get("maxNewTokens"));
    }
}
