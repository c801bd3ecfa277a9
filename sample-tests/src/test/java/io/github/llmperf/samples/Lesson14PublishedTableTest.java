package io.github.llmperf.samples;

import io.github.llmperf.Baseline;
import io.github.llmperf.Cache;
import io.github.llmperf.LlmLoad;
import io.github.llmperf.LlmStudy;
import io.github.llmperf.Sla;
import io.github.llmperf.StudyResult;
import io.github.llmperf.StudyRow;
import io.github.llmperf.Toggle;
import io.github.llmperf.Window;
import io.github.llmperf.simulator.SimulatedLlm;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;

/**
 * Lesson 14: a published table.
 *
 * <p>The rows of {@code llmperf/studies/two-batches.csv} are the cells of this test, and its other columns are what somebody
 * published of them. {@code study.html} puts the measured numbers beside these, and says which of them are near enough, and
 * which conclusions hold. The servers' clock goes sixty times as fast; times stand here as in the study.
 *
 * <p>The package {@code studies} has whole studies: {@code mvn -Pscenarios test}.
 */
@Tag("slow")
@SimulatedLlm(
        name = "one-by-one",
        profile = "djl-accelerate-g4dn",
        meanOutputTokens = 4096,
        timeScale = Lesson14PublishedTableTest.FASTER)
@SimulatedLlm(
        name = "batches-of-4",
        profile = "djl-deepspeed-g4dn",
        meanOutputTokens = 4096,
        timeScale = Lesson14PublishedTableTest.FASTER)
@LlmStudy(
        value = "two-batches",
        title = "Requests one by one, and four together",
        timeScale = Lesson14PublishedTableTest.FASTER,
        locustRounding = true)
@Baseline(Toggle.OFF)
class Lesson14PublishedTableTest {

    static final double FASTER = 60;

    @LlmLoad(
            spawnRate = 1,
            thinkTime = "1s..5s",
            duration = "5m",
            timeout = "60s",
            window = Window.WHOLE_RUN,
            stream = Toggle.OFF,
            cache = Cache.SHARED)
    @Sla(errorRate = "100%")
    void row() {}

    @AfterAll
    static void conclude(StudyResult study) {
        StudyRow alone = study.row("users=4");
        StudyRow together = study.row("users=20");
        double slower = together.measured("responseTime.p50") / alone.measured("responseTime.p50");
        study.conclude(
                "Batching carries five times the users",
                slower < 1.15 && together.measured("failed") == 0,
                "20 users wait %.2f times as long as 4 without it".formatted(slower));
    }
}
