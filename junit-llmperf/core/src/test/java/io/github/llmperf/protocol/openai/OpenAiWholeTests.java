package io.github.llmperf.protocol.openai;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.protocol.Answer;
import io.github.llmperf.protocol.AnswerHead;
import io.github.llmperf.protocol.AnswerResult;
import io.github.llmperf.protocol.BodyEnd;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.Feeding;
import io.github.llmperf.protocol.TokensFrom;
import io.github.llmperf.protocol.Trouble;
import io.github.llmperf.protocol.Workloads;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OpenAiWholeTests {

    @Test
    void readsAChatAnswer() {
        Answer answer = read(
                        "{\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":\"Hi\","
                                + "\"reasoning\":\"hm\"},\"finish_reason\":\"stop\"}],"
                                + "\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":4}}",
                        BodyEnd.CLEAN)
                .answer();

        assertThat(answer.text()).isEqualTo("Hi");
        assertThat(answer.reasoningText()).isEqualTo("hm");
        assertThat(answer.promptTokens()).isEqualTo(3);
        assertThat(answer.outputTokens()).isEqualTo(4);
        assertThat(answer.finishReason()).isEqualTo("stop");
        assertThat(answer.warnings()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"4294967297", "1e300", "-5", "2.5", "\"7\"", "true", "[3]"})
    void doesNotKnowACountThatIsNone(String count) {
        Answer answer = read(
                        "{\"choices\":[{\"text\":\"Hi\"}],\"usage\":{\"prompt_tokens\":" + count
                                + ",\"completion_tokens\":" + count + ",\"prompt_tokens_details\":{\"cached_tokens\":"
                                + count + "}}}",
                        BodyEnd.CLEAN)
                .answer();

        assertThat(answer.promptTokens()).isEqualTo(-1);
        assertThat(answer.cachedTokens()).isEqualTo(-1);
        assertThat(answer.outputTokens()).isEqualTo(1);
        assertThat(answer.tokensFrom()).isEqualTo(TokensFrom.EVENTS);
    }

    @Test
    void doesNotAddUpCountsToMoreThanACount() {
        Answer answer = read(
                        "{\"choices\":[{\"text\":\"Hi\"}],\"timings\":{\"cache_n\":2147483647,\"prompt_n\":2,"
                                + "\"predicted_n\":3}}",
                        BodyEnd.CLEAN)
                .answer();

        assertThat(answer.promptTokens()).isEqualTo(-1);
        assertThat(answer.outputTokens()).isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource({"64, ''", "65, ''", "66, usage_exceeds_max_tokens", "2147483647, usage_exceeds_max_tokens"})
    void warnsWhenUsageExceedsWhatWasAskedByMoreThanTheEndMark(int counted, String warning) {
        byte[] body = bytes("{\"choices\":[{\"text\":\"Hi\",\"finish_reason\":\"stop\"}],"
                + "\"usage\":{\"completion_tokens\":" + counted + "}}");
        Feeding feeding =
                new Feeding("openai-chat", Workloads.of(64, false, false, "", ""), "", new AnswerHead(200, Map.of()));

        Answer answer = feeding.whole(body).end(BodyEnd.CLEAN).answer();

        assertThat(answer.outputTokens()).isEqualTo(counted);
        assertThat(String.join(",", answer.warnings())).isEqualTo(warning);
    }

    @Test
    void readsACompletion() {
        assertThat(read("{\"choices\":[{\"text\":\"Hi\"}]}", BodyEnd.CLEAN)
                        .answer()
                        .text())
                .isEqualTo("Hi");
    }

    @Test
    void readsTimesFromHeadersAsDecimals() {
        AnswerHead head = new AnswerHead(
                200,
                Map.of("x-queue-time", "2", "x-prefill-time", "10.5", "x-time-per-token", "7", "x-decode-time", "?"));
        Feeding feeding = new Feeding("openai-chat", false, head).whole(bytes("{\"choices\":[{\"text\":\"Hi\"}]}"));

        assertThat(feeding.end(BodyEnd.CLEAN).answer().serverTimes())
                .isEqualTo(Map.of(
                        "serverQueue",
                        2.0,
                        "serverPrefill",
                        10.5,
                        "serverTimePerToken",
                        7.0,
                        "serverTtft",
                        12.5,
                        "serverTpot",
                        7.0));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {"error":{"message":"upstream","code":502}}        | SERVER_ERROR | upstream
                    [{"error":{"message":"upstream","code":500}}]      | SERVER_ERROR | upstream
                    {"error":"queue is full"}                          | OVERLOAD     | queue is full
                    {"hello":"world"}                                  | PROTOCOL     | no answer of a model, but this JSON: {"hello":"world"}
                    {"choices":[{"mess                                 | PROTOCOL     | broken JSON: {"choices":[{"mess
                    {"choices":[{"message":{"content":""}}]}           | EMPTY_OUTPUT | the answer has no output
                    """)
    void saysWhatIsWrong(String body, FailureKind kind, String message) {
        Trouble trouble = read(body, BodyEnd.CLEAN).trouble();

        assertThat(trouble.kind()).isEqualTo(kind);
        assertThat(trouble.message()).isEqualTo(message);
    }

    @Test
    void isTruncatedWithoutABody() {
        assertThat(read("", BodyEnd.CLEAN).trouble())
                .isEqualTo(new Trouble(FailureKind.TRUNCATED, "the answer has no body", null));
    }

    @Test
    void warnsOfAnUncleanEndBehindAWholeAnswer() {
        assertThat(read("{\"choices\":[{\"text\":\"Hi\"}]}", BodyEnd.CUT)
                        .answer()
                        .warnings())
                .containsExactly("unclean_end");
    }

    @Test
    void isTruncatedWhenCut() {
        assertThat(read("{\"choices\":[{\"mess", BodyEnd.CUT).trouble().kind()).isEqualTo(FailureKind.TRUNCATED);
    }

    private static AnswerResult read(String body, BodyEnd end) {
        AnswerHead head = new AnswerHead(200, Map.of("content-type", "application/json"));
        return new Feeding("openai-chat", false, head).whole(bytes(body)).end(end);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
