package io.github.llmperf.samples;

import static io.github.llmperf.LlmPerfAssertions.assertThat;

import io.github.llmperf.Baseline;
import io.github.llmperf.LlmLoad;
import io.github.llmperf.LoadResult;
import io.github.llmperf.Sla;
import io.github.llmperf.Toggle;
import io.github.llmperf.run.StageResults;
import io.github.llmperf.simulator.SimulatedLlm;
import org.junit.jupiter.api.Tag;

/**
 * Lesson 10: stages.
 *
 * <p>Cells of a matrix are tests of their own, each from a standing start. Stages are loads that follow each other in one
 * test: a few users, then many, then requests at a rate that nobody's waiting slows down. Each stage is measured and judged
 * by itself, against the same limits, and has a report of its own under
 * {@code target/llmperf/<class>/<method>/stage=2/}. With a baseline it would be compared with the same stage of earlier
 * runs. The test fails by its worst stage, and its message tells all that failed.
 *
 * <p>The body gets {@code StageResults}, and may compare one stage with another.
 */
@Tag("slow")
@SimulatedLlm(slots = 8, arrivalMillis = 100)
@Baseline(Toggle.OFF)
class Lesson10StagesTest {

    @LlmLoad(
            stages = {"4 users for 2s", "24 users for 2s", "10/s for 2s"},
            maxNewTokens = 16)
    @Sla(ttftP90 = "2s", errorRate = "0%")
    void holdsEachStage(StageResults results) {
        // With three times as many users as slots most of them wait for a slot, so the first token comes later.
        double alone = results.stage(1).value("ttft.p50").orElseThrow();
        assertThat(results.stage(2)).ttft().p50().isGreaterThan(alone);

        for (LoadResult result : results) {
            assertThat(result).hasAtLeastSuccesses(10);
        }
    }
}
