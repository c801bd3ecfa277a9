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
 * seconds must be what a client measures.
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
    private static final int ANSWER_TOKENS = 200;
    private static final int REQUESTS = 160;
    private static final double NEAR = 5;

    @BeforeAll
    static void writePrompts() throws IOException {
        StudyPrompts.writeAlike("agreement", REQUESTS, PROMPT_TOKENS, ANSWER_TOKENS);
    }

    @LlmLoad(
            users = {4, 16},
            requests = REQUESTS,
            prompt = "target/studies/agreement.jsonl",
            maxNewTokens = ANSWER_TOKENS,
            forceLength = Toggle.ON,
            cache = Cache.SHARED,
            window = Window.WHOLE_RUN)
    void measuresWhatVirtualTimeSays(LoadResult load) {
        int users = (int) load.cell().get("users");
        VirtualResult virtual = VirtualRun.of(
                ProfileReader.read(PROFILE).start(),
                VirtualLoad.closed(users, REQUESTS),
                number -> new EngineRequest(number, PROMPT_TOKENS, ANSWER_TOKENS));

        near(load, "requestRate", 1 / TIME_SCALE, virtual.requestRate());
        near(load, "outputTokenRate", 1 / TIME_SCALE, virtual.outputTokenRate());
        near(load, "ttft", TIME_SCALE, VirtualResult.mean(virtual.sorted(VirtualRequest::ttft)));
        near(load, "tpot", TIME_SCALE, VirtualResult.mean(virtual.sorted(VirtualRequest::tpot)));
        near(load, "e2e.p90", TIME_SCALE, VirtualResult.percentile(virtual.sorted(VirtualRequest::e2e), 90));
    }

    private static void near(LoadResult load, String measure, double factor, double virtual) {
        assertThat(load.value(measure).orElseThrow() * factor)
                .as(measure + " over HTTP against virtual time")
                .isCloseTo(virtual, withinPercentage(NEAR));
    }
}
