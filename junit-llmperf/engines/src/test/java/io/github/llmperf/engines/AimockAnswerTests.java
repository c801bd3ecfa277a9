package io.github.llmperf.engines;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.Api;
import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.plan.Target;
import io.github.llmperf.protocol.Answer;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.TokensFrom;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What aimock answers to chats, good and bad. */
class AimockAnswerTests {

    private static Aimock aimock;
    private static Figures figures;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        aimock = Aimock.start();
        figures = Figures.of(Aimock.nameAndVersion(), AimockAnswerTests.class);
    }

    @AfterAll
    static void stop() {
        aimock.close();
    }

    @Test
    void rateLimitIsOverloadAndKeepsRetryAfter() {
        RequestRecord record = ask("rate limited");

        report("429 with Retry-After: 7", record);
        assertThat(record.status()).isEqualTo(429);
        assertThat(record.failure().kind()).isEqualTo(FailureKind.OVERLOAD);
        assertThat(record.failure().retryAfterMillis()).hasValue(7_000);
        assertThat(record.failure().message()).isEqualTo("Rate limit reached");
        assertThat(record.failure().code()).isEqualTo("rate_limit_exceeded");
    }

    @Test
    void serverErrorIsOne() {
        RequestRecord record = ask("broken");

        report("500", record);
        assertThat(record.status()).isEqualTo(500);
        assertThat(record.failure().kind()).isEqualTo(FailureKind.SERVER_ERROR);
        assertThat(record.failure().message()).isEqualTo("The server had an error");
    }

    @Test
    void unknownKeyIsAuth() {
        RequestRecord record = ask("no such key");

        report("401", record);
        assertThat(record.failure().kind()).isEqualTo(FailureKind.AUTH);
    }

    @Test
    void exceededContextIsLength() {
        RequestRecord record = ask("much too long");

        report("400 with `context_length_exceeded`", record);
        assertThat(record.status()).isEqualTo(400);
        assertThat(record.failure().kind()).isEqualTo(FailureKind.LENGTH);
    }

    @Test
    void streamThatStopsAfterAFewEventsIsTruncated() {
        RequestRecord record = ask("truncate");

        report("stream cut after 4 events", record);
        assertThat(record.status()).isEqualTo(200);
        assertThat(record.failure().kind()).isEqualTo(FailureKind.TRUNCATED);
        assertThat(record.answer().text()).isNotEmpty();
        assertThat("one two three f").startsWith(record.answer().text());
    }

    @Test
    void streamThatIsDisconnectedIsTruncated() {
        RequestRecord record = ask("disconnect");

        report("connection closed after 180 ms", record);
        assertThat(record.failure().kind()).isEqualTo(FailureKind.TRUNCATED);
        assertThat("one two three four").startsWith(record.answer().text());
    }

    @Test
    void reasoningIsToldFromText() {
        RequestRecord record = ask("think");

        Answer answer = record.answer();
        report("`reasoning_content`", record);
        assertThat(record.succeeded()).isTrue();
        assertThat(answer.reasoningText()).isEqualTo("let me think about it");
        assertThat(answer.reasoningChunks()).isEqualTo(4);
        assertThat(answer.text()).isEqualTo("the answer is 42");
        assertThat(answer.contentChunks()).isEqualTo(3);
        assertThat(record.moments().firstToken())
                .isLessThanOrEqualTo(record.moments().firstVisible());
    }

    @Test
    void toolCallIsOutput() {
        RequestRecord record = ask("use a tool");

        report("tool call", record);
        assertThat(record.succeeded()).isTrue();
        assertThat(record.answer().text()).isEmpty();
        assertThat(record.answer().toolChunks()).isPositive();
        assertThat(record.answer().finishReason()).isEqualTo("tool_calls");
    }

    /** aimock cuts text between the halves of a surrogate pair when it is told to send single characters. */
    @Test
    void halvesOfCharactersInTwoEventsMakeOne() {
        RequestRecord record = ask("beyond ascii");

        report("text cut inside surrogate pairs", record);
        assertThat(record.succeeded()).isTrue();
        assertThat(record.answer().text()).isEqualTo("naïve 你好 🙂👩‍👩‍👧 done");
        assertThat(record.answer().outputChars())
                .isEqualTo("naïve 你好 🙂👩‍👩‍👧 done".codePoints().count());
    }

    @Test
    void usageIsTakenWithAndWithoutStream() {
        RequestRecord streamed = ask("beyond ascii");
        RequestRecord whole;
        try (Asking asking = Asking.whole(target(), 64)) {
            whole = asking.ask("beyond ascii");
        }

        report("usage", streamed);
        report("usage, not streamed", whole);
        for (RequestRecord record : new RequestRecord[] {streamed, whole}) {
            assertThat(record.succeeded()).isTrue();
            assertThat(record.answer().tokensFrom()).isEqualTo(TokensFrom.USAGE);
            assertThat(record.answer().promptTokens()).isEqualTo(7);
            assertThat(record.answer().outputTokens()).isEqualTo(11);
        }
        assertThat(whole.answer().text()).isEqualTo(streamed.answer().text());
    }

    private static RequestRecord ask(String prompt) {
        return Asking.once(target(), prompt);
    }

    private static Target target() {
        return Target.at(aimock.url()).withModel("any");
    }

    private static void report(String checked, RequestRecord record) {
        figures.add(Api.OPENAI_CHAT, checked, Outcomes.text(record));
    }
}
