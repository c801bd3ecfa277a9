package io.github.llmperf.samples.studies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.github.llmperf.Api;
import io.github.llmperf.Baseline;
import io.github.llmperf.Cache;
import io.github.llmperf.LlmLoad;
import io.github.llmperf.LoadResult;
import io.github.llmperf.Toggle;
import io.github.llmperf.Window;
import io.github.llmperf.simulator.SimulatedLlm;
import io.github.llmperf.simulator.engine.EngineRequest;
import io.github.llmperf.simulator.profile.ProfileReader;
import io.github.llmperf.simulator.virtual.VirtualLoad;
import io.github.llmperf.simulator.virtual.VirtualRequest;
import io.github.llmperf.simulator.virtual.VirtualResult;
import io.github.llmperf.simulator.virtual.VirtualRun;
import java.io.IOException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/**
 * The same load on the same engine, over HTTP and in virtual time: what capacity questions and studies are answered by in
 * seconds must be what a client measures. The order of the answers' lengths is another one in each, by which users meet in
 * other ways: times to the first token are compared where there is one user.
 */
@Tag("scenarios")
@SimulatedLlm(
        profile = VirtualTimeAgreementTest.PROFILE,
        api = Api.OPENAI_COMPLETIONS,
        timeScale = VirtualTimeAgreementTest.TIME_SCALE)
@Baseline(Toggle.OFF)
class VirtualTimeAgreementTest {

    static final String PROFILE = "vllm-sus-chat-34b-v100";
    static final double TIME_SCALE = 20;

    private static final int PROMPT_TOKENS = 1000;
    private static final int ANSWER_TOKENS = 100;
    private static final int REQUESTS = 120;
    private static final double NEAR = 5;

    @BeforeAll
    static void writePrompts() throws IOException {
        StudyPrompts.writeSpeed("agreement", REQUESTS, PROMPT_TOKENS, ANSWER_TOKENS);
    }

    @LlmLoad(
            users = {1, 8},
            requests = REQUESTS,
            prompt = "target/studies/agreement.jsonl",
            maxNewTokens = 4096,
            forceLength = Toggle.ON,
            cache = Cache.SHARED,
            window = Window.WHOLE_RUN)
    void measuresWhatVirtualTimeSays(LoadResult load) {
        int users = (int) load.cell().get("users");
        int[] answers = StudyPrompts.answers(REQUESTS, ANSWER_TOKENS);
        VirtualResult virtual = VirtualRun.of(
                ProfileReader.read(PROFILE).start(),
                VirtualLoad.closed(users, REQUESTS),
                number -> new EngineRequest(number, PROMPT_TOKENS, answers[number]));

        near(load, "requestRate", 1 / TIME_SCALE, virtual.requestRate());
        near(load, "outputTokenRate", 1 / TIME_SCALE, virtual.outputTokenRate());
        near(load, "tpot", TIME_SCALE, VirtualResult.mean(virtual.sorted(VirtualRequest::tpot)));
        near(load, "e2e", TIME_SCALE, VirtualResult.mean(virtual.sorted(VirtualRequest::e2e)));
        if (users == 1) {
            near(load, "ttft", TIME_SCALE, VirtualResult.mean(virtual.sorted(VirtualRequest::ttft)));
        }
    }

    private static void near(LoadResult load, String measure, double factor, double virtual) {
        assertThat(load.value(measure).orElseThrow() * factor)
                .as(measure + " over HTTP against virtual time")
                .isCloseTo(virtual, withinPercentage(NEAR));
    }
}
