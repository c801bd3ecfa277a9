package io.github.llmperf.engines;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.Api;
import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.plan.Target;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.TokensFrom;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * What llama.cpp answers through its OpenAI routes. Its model never ends an answer, so the tokens asked for are the tokens
 * that come; now and then the engine streams an answer whose every event is empty, which must not pass as a success.
 */
class LlamaCppTests {

    private static final int TOKENS = 24;
    private static final int TRIES = 10;

    private static LlamaCpp engine;
    private static Figures figures;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        engine = LlamaCpp.start(1);
        figures = Figures.of(LlamaCpp.nameAndVersion(), LlamaCppTests.class);
    }

    @AfterAll
    static void stop() {
        engine.close();
    }

    @Test
    void chatsStreamAsManyTokensAsWereAskedFor() {
        List<RequestRecord> records = ask(Api.OPENAI_CHAT, true);

        assertThat(successes(records)).hasSizeGreaterThan(TRIES / 2).allSatisfy(record -> {
            assertThat(record.answer().outputTokens()).isEqualTo(TOKENS);
            assertThat(record.answer().tokensFrom()).isEqualTo(TokensFrom.USAGE);
            assertThat(record.answer().contentChunks()).isEqualTo(TOKENS);
            assertThat(record.answer().promptTokens()).isPositive();
            assertThat(record.answer().finishReason()).isEqualTo("length");
            assertThat(record.answer().sawDone()).isTrue();
            assertThat(record.moments().tokenEvents()).hasSize(TOKENS);
        });
    }

    @Test
    void chatsComeWhole() {
        List<RequestRecord> records = ask(Api.OPENAI_CHAT, false);

        assertThat(successes(records)).hasSizeGreaterThan(TRIES / 2).allSatisfy(record -> {
            assertThat(record.answer().outputTokens()).isEqualTo(TOKENS);
            assertThat(record.answer().text()).isNotBlank();
        });
    }

    /** Completions never carry usage when streamed: tokens are counted. Most after the first are empty. */
    @Test
    void completionsStreamAsManyTokensAsWereAskedFor() {
        List<RequestRecord> records = ask(Api.OPENAI_COMPLETIONS, true);

        assertThat(successes(records)).isNotEmpty().allSatisfy(record -> {
            assertThat(record.answer().outputTokens()).isEqualTo(TOKENS);
            assertThat(record.answer().tokensFrom()).isEqualTo(TokensFrom.EVENTS);
            assertThat(record.answer().finishReason()).isEqualTo("length");
        });
    }

    @Test
    void unknownModelIsABadRequest() {
        RequestRecord record = Asking.once(engine.target().withModel("other"), "Hello");

        figures.add(Api.OPENAI_CHAT, "unknown model", Outcomes.text(record));
        assertThat(record.failure().kind()).isEqualTo(FailureKind.BAD_REQUEST);
        assertThat(record.failure().message()).isEqualTo("Model does not exist");
    }

    private static List<RequestRecord> successes(List<RequestRecord> records) {
        assertThat(records).allMatch(LlamaCppTests::succeededOrIsEmpty);
        return records.stream().filter(RequestRecord::succeeded).toList();
    }

    private static boolean succeededOrIsEmpty(RequestRecord record) {
        return record.failure() == null || record.failure().kind() == FailureKind.EMPTY_OUTPUT;
    }

    private static List<RequestRecord> ask(String api, boolean stream) {
        Target target = engine.target().withApi(api);
        List<RequestRecord> records = new ArrayList<>();
        try (Asking asking = stream ? Asking.streamed(target, TOKENS) : Asking.whole(target, TOKENS)) {
            for (int i = 0; i < TRIES; i++) {
                records.add(asking.ask("Say something about the number " + i + "."));
            }
        }
        String counts = Outcomes.counts(records).toString().toLowerCase(Locale.ROOT);
        RequestRecord last = records.get(records.size() - 1);
        figures.add(api, TRIES + (stream ? " streamed" : " whole"), counts + ", the last: " + Outcomes.text(last));
        return records;
    }
}
