package io.github.llmperf.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.llmperf.Api;
import io.github.llmperf.Baseline;
import io.github.llmperf.LlmLoad;
import io.github.llmperf.LlmTarget;
import io.github.llmperf.LoadResult;
import io.github.llmperf.Sla;
import io.github.llmperf.Toggle;
import java.io.IOException;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** A load test as users write it, whose figures are known beforehand: what the report says is what aimock was told. */
@Baseline(Toggle.OFF)
class AimockLoadTests {

    private static Aimock aimock;

    @LlmTarget(model = "any")
    String target = aimock.url();

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        aimock = Aimock.start();
    }

    @AfterAll
    static void stop() {
        aimock.close();
    }

    /** The first token comes one token after the 200 ms, see {@link AimockTimingTests}. */
    @LlmLoad(users = 2, requests = 20, prompt = "fifty-a-second", maxNewTokens = 64)
    @Sla(ttftP90 = "300ms")
    void reportsWhatAimockWasTold(LoadResult result) throws IOException {
        double ttft = result.value("ttft.p50").orElseThrow();
        double tokens = result.value("outputTokens").orElseThrow();

        Figures.of(Aimock.nameAndVersion(), AimockLoadTests.class)
                .add(
                        Api.OPENAI_CHAT,
                        "`@LlmLoad`, 2 users, 20 requests, ttft 200 ms, 50 tokens/s",
                        String.format(
                                Locale.ROOT,
                                "%s, ttft p50 %.1f ms, tpot p50 %.2f ms, %.0f tokens a request",
                                result.verdict(),
                                ttft,
                                result.value("tpot.p50").orElseThrow(),
                                tokens));
        assertThat(ttft).isCloseTo(220, within(5.0));
        assertThat(tokens).isEqualTo(30);
    }
}
