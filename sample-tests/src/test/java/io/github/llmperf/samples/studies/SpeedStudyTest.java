package io.github.llmperf.samples.studies;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.Api;
import io.github.llmperf.Baseline;
import io.github.llmperf.Cache;
import io.github.llmperf.LlmLoad;
import io.github.llmperf.LlmStudy;
import io.github.llmperf.StudyResult;
import io.github.llmperf.StudyRow;
import io.github.llmperf.Toggle;
import io.github.llmperf.Window;
import io.github.llmperf.simulator.SimulatedLlm;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/**
 * A published study of speed by the lengths of texts and answers: some users without pauses over a queue of texts to be
 * continued. What the model was asked for is not what it wrote, so answers have the lengths that were counted. Texts that
 * did not complete, for a reason that the study does not tell, are left out. Five runs of twenty-five; the simulator's own
 * tests have all of them.
 */
@Tag("scenarios")
@SimulatedLlm(profile = "vllm-sus-chat-34b-v100", api = Api.OPENAI_COMPLETIONS, timeScale = SpeedStudyTest.TIME_SCALE)
@LlmStudy(
        value = "vllm-speed",
        title = "Speed by the lengths of texts and answers",
        timeScale = SpeedStudyTest.TIME_SCALE)
@Baseline(Toggle.OFF)
class SpeedStudyTest {

    static final double TIME_SCALE = 40;

    @BeforeAll
    static void writePrompts() throws IOException {
        StudyPrompts.writeSpeed("speed-4000-4000", 143, 4049, 682.5);
        StudyPrompts.writeSpeed("speed-4000-100", 165, 4050, 202.9);
        StudyPrompts.writeSpeed("speed-1000-1000", 491, 1400, 627.1);
        StudyPrompts.writeSpeed("speed-500-500", 488, 955, 314.4);
        StudyPrompts.writeSpeed("speed-100-4000", 486, 601, 361.0);
    }

    @LlmLoad(
            window = Window.WHOLE_RUN,
            maxNewTokens = 8192,
            forceLength = Toggle.ON,
            cache = Cache.SHARED,
            timeout = "2h",
            maxDuration = "2h")
    void row() {}

    @AfterAll
    static void conclude(StudyResult study) {
        StudyRow slowest = study.row("prompt=" + StudyPrompts.file("speed-4000-100"));
        double least = study.rows().stream()
                .filter(row -> row != slowest)
                .mapToDouble(row -> row.measured("outputTokenRate"))
                .min()
                .orElseThrow();
        study.conclude(
                "Long texts with short answers are the least efficient",
                slowest.measured("outputTokenRate") < least,
                "%.1f tokens/s, the next %.1f".formatted(slowest.measured("outputTokenRate"), least));
        if (study.isComplete()) {
            assertThat(study.insideShare())
                    .as(() -> String.join("\n", study.outside()))
                    .isGreaterThanOrEqualTo(.85);
        }
    }
}
