package io.github.llmperf.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.llmperf.Api;
import io.github.llmperf.Baseline;
import io.github.llmperf.LlmLoad;
import io.github.llmperf.LlmTarget;
import io.github.llmperf.LoadResult;
import io.github.llmperf.Sla;
import io.github.llmperf.Toggle;
import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.plan.Target;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.TokensFrom;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * What Jlama answers: events without a space after {@code data:}, no end mark, no usage, an index that counts tokens. What
 * it is asked to produce at most includes the prompt, of which each character is a token here.
 */
@Baseline(Toggle.OFF)
class JlamaTests {

    private static Jlama engine;
    private static Figures figures;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        Optional<Path> java = NewerJdk.java();
        if (java.isEmpty()) {
            System.out.println(
                    NewerJdk.NONE); // Surefire counts what is skipped, and gives the reason in its files only.
        }
        assumeTrue(java.isPresent(), NewerJdk.NONE);
        engine = Jlama.start(java.get());
        figures = Figures.of(Jlama.nameAndVersion(), JlamaTests.class);
    }

    @AfterAll
    static void stop() {
        if (engine != null) {
            engine.close();
        }
    }

    @LlmTarget
    Target target() {
        return engine.target();
    }

    @Test
    void chatsStream() {
        RequestRecord record = Asking.once(target(), "Hello there");

        figures.add(Api.OPENAI_CHAT, "streamed", Outcomes.text(record));
        assertThat(record.succeeded()).isTrue();
        assertThat(record.answer().text()).isNotBlank();
        assertThat(record.answer().tokensFrom()).isEqualTo(TokensFrom.EVENTS);
        assertThat(record.answer().outputTokens()).isEqualTo(record.moments().tokenEvents().length);
        assertThat(record.answer().sawDone()).isFalse();
    }

    @Test
    void chatsComeWhole() {
        RequestRecord record;
        try (Asking asking = Asking.whole(target(), 256)) {
            record = asking.ask("Hello there");
        }

        figures.add(Api.OPENAI_CHAT, "whole", Outcomes.text(record));
        assertThat(record.succeeded()).isTrue();
        assertThat(record.answer().text()).isNotBlank();
    }

    @Test
    void promptThatLeavesNoRoomIsEmptyOutput() {
        RequestRecord record;
        try (Asking asking = Asking.streamed(target(), 8)) {
            record = asking.ask("A prompt that alone has more than eight tokens");
        }

        figures.add(Api.OPENAI_CHAT, "prompt longer than `max_tokens`", Outcomes.text(record));
        assertThat(record.status()).isEqualTo(200);
        assertThat(record.failure().kind()).isEqualTo(FailureKind.EMPTY_OUTPUT);
    }

    @LlmLoad(users = 2, requests = 12, prompt = "chat", maxNewTokens = 512)
    @Sla(ttftP90 = "60s")
    void chatsUnderLoad(LoadResult result) {
        figures.add(
                Api.OPENAI_CHAT,
                "`@LlmLoad`, 2 users, 12 requests",
                String.format(
                        Locale.ROOT,
                        "%s, ttft p50 %.1f ms, tpot p50 %.2f ms",
                        result.verdict(),
                        result.value("ttft.p50").orElseThrow(),
                        result.value("tpot.p50").orElseThrow()));
        assertThat(result.value("outputTokens").orElseThrow()).isPositive();
    }
}
