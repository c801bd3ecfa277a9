package io.github.llmperf.engines;

import static io.github.llmperf.LlmPerfAssertions.assertThat;

import io.github.llmperf.Baseline;
import io.github.llmperf.LlmLoad;
import io.github.llmperf.LlmTarget;
import io.github.llmperf.LoadResult;
import io.github.llmperf.Sla;
import io.github.llmperf.TargetContext;
import io.github.llmperf.TargetSource;
import io.github.llmperf.Toggle;
import io.github.llmperf.plan.Target;
import java.io.IOException;
import java.util.Locale;

/** A load test as users write it, on llama.cpp: as many users as instances, and no request is ever cut off. */
@LlmTarget(from = LlamaCppLoadTests.Engine.class)
@Baseline(Toggle.OFF)
class LlamaCppLoadTests {

    private static final int USERS = 2;

    @LlmLoad(users = USERS, requests = 40, prompt = "chat", maxNewTokens = 16)
    @Sla(ttftP90 = "60s", errorRate = "20%")
    void chatsUnderLoad(LoadResult result) throws IOException {
        Figures.of(LlamaCpp.nameAndVersion(), LlamaCppLoadTests.class)
                .add(
                        "openai-chat",
                        "`@LlmLoad`, 2 users, 40 requests of 16 tokens",
                        String.format(
                                Locale.ROOT,
                                "%s, ttft p50 %.1f ms, tpot p50 %.2f ms, errors %.1f %%",
                                result.verdict(),
                                result.value("ttft.p50").orElseThrow(),
                                result.value("tpot.p50").orElseThrow(),
                                result.value("errorRate").orElseThrow()));
        assertThat(result).outputTokenRate().isGreaterThan(1);
    }

    /** Starts the engine for this class. */
    static final class Engine implements TargetSource {

        private LlamaCpp engine;

        @Override
        public Target start(TargetContext context) throws IOException, InterruptedException {
            engine = LlamaCpp.start(USERS);
            return engine.target();
        }

        @Override
        public void close() {
            if (engine != null) {
                engine.close();
            }
        }
    }
}
