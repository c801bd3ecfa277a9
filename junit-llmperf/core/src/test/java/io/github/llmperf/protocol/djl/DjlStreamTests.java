package io.github.llmperf.protocol.djl;

import static io.github.llmperf.protocol.StreamEvent.END;
import static io.github.llmperf.protocol.StreamEvent.OTHER;
import static io.github.llmperf.protocol.StreamEvent.VISIBLE_OUTPUT;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.protocol.Answer;
import io.github.llmperf.protocol.AnswerHead;
import io.github.llmperf.protocol.AnswerResult;
import io.github.llmperf.protocol.BodyEnd;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.Feeding;
import io.github.llmperf.protocol.TokensFrom;
import io.github.llmperf.protocol.Trouble;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DjlStreamTests {

    private static final AnswerHead LINES = head("application/jsonlines");
    private static final AnswerHead NO_TYPE = new AnswerHead(200, Map.of());
    private static final String FIRST = "{\"token\": {\"id\": 1, \"text\": \"Tin\", \"log_prob\": -0.3}}\n";
    private static final String LAST =
            "{\"token\": {\"id\": [3], \"text\": \" roof\", \"log_prob\": -0.3}," + " \"generated_text\": \"Tin roof\"";
    private static final String DETAILS =
            ", \"details\": {\"finish_reason\": \"length\", \"generated_tokens\": 2, \"inputs\": \"Name\"}";

    @Test
    void readsLinesOfTokens() {
        Feeding feeding = lines(FIRST + LAST + DETAILS + "}\n");
        AnswerResult reading = feeding.end(BodyEnd.CLEAN);

        assertThat(reading.trouble()).isNull();
        assertRead(reading.answer(), TokensFrom.USAGE);
        assertThat(reading.answer().finishReason()).isEqualTo("length");
        assertThat(feeding.events()).containsExactly(VISIBLE_OUTPUT, VISIBLE_OUTPUT, END);
    }

    @Test
    void readsLinesOfTokensWithoutDetailsOrContentType() {
        byte[] body = (FIRST + LAST + "}\n").getBytes(StandardCharsets.UTF_8);
        AnswerResult reading =
                new Feeding("djl-invocations", true, NO_TYPE).inSteps(body, 1).end(BodyEnd.CLEAN);

        assertThat(reading.trouble()).isNull();
        assertRead(reading.answer(), TokensFrom.OBJECTS);
    }

    @Test
    void readsEventsOfTokens() {
        String last = LAST.replace("log_prob", "logprob") + DETAILS;

        assertRead(
                new Feeding("djl-invocations", true, head("text/event-stream"))
                        .whole("data: " + FIRST + "\ndata: " + last + "}\n\n")
                        .end(BodyEnd.CLEAN)
                        .answer(),
                TokensFrom.USAGE);
    }

    @Test
    void readsTextsOfBatchRowsUntilACleanEnd() {
        String body = "{\"outputs\": [\"Tin\"]}\n{\"outputs\": [\" r\\u00f6\\u00f6f\"]}\n";

        assertThat(lines(body).end(BodyEnd.CLEAN)).satisfies(reading -> {
            assertThat(reading.trouble()).isNull();
            assertThat(reading.answer().text()).isEqualTo("Tin rööf");
            assertThat(reading.answer().outputTokens()).isEqualTo(2);
            assertThat(reading.answer().tokensFrom()).isEqualTo(TokensFrom.EVENTS);
        });
        assertThat(lines(body).end(BodyEnd.CUT).trouble())
                .isEqualTo(new Trouble(FailureKind.TRUNCATED, "the connection closed before the end mark", null));
    }

    @Test
    void readsTheShapeForThirdParties() {
        String body = "{\"body\": {\"generation\": \"Tin\", \"prompt_token_count\": 6, \"generation_token_count\": 1,"
                + " \"stop_reason\": null}, \"metering\": {\"outputTokenCount\": 1, \"inputTokenCount\": 6}}\n"
                + "{\"body\": {\"generation\": \" roof\", \"prompt_token_count\": null, \"generation_token_count\": 2,"
                + " \"stop_reason\": \"length\"}, \"metering\": {\"outputTokenCount\": 2}}\n";
        Feeding feeding = lines(body);
        Answer answer = feeding.end(BodyEnd.CLEAN).answer();

        assertRead(answer, TokensFrom.USAGE);
        assertThat(answer.promptTokens()).isEqualTo(6);
        assertThat(answer.finishReason()).isEqualTo("length");
        assertThat(feeding.events()).containsExactly(VISIBLE_OUTPUT, VISIBLE_OUTPUT, END);
    }

    @Test
    void takesBackTheTokenThatLmiAddsToTheCountOfVllm() {
        String first = "{\"index\": 0, \"token\": {\"id\": 1, \"text\": \"Tin\", \"logprob\": -0.3},"
                + " \"generated_text\": null, \"details\": null}\n";
        String last = "{\"index\": 0, \"token\": {\"id\": 2, \"text\": \" roof\", \"logprob\": -0.3},"
                + " \"generated_text\": \"Tin roof\", \"details\": {\"finish_reason\": \"length\", \"seed\": null,"
                + " \"generated_tokens\": 3, \"input_length\": 6}}\n\n";
        Answer answer = lines(first + last + "\n").end(BodyEnd.CLEAN).answer();

        assertRead(answer, TokensFrom.USAGE);
        assertThat(answer.promptTokens()).isEqualTo(6);
        assertRead(
                lines(first + last.replace("tokens\": 3", "tokens\": 2"))
                        .end(BodyEnd.CLEAN)
                        .answer(),
                TokensFrom.USAGE);
        assertThat(lines(first + last.replace("tokens\": 3", "tokens\": 6"))
                        .end(BodyEnd.CLEAN)
                        .answer()
                        .outputTokens())
                .isEqualTo(5);
    }

    @Test
    void readsChunksOfAChatAsLines() {
        String body = "{\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"choices\":[{\"index\":0,\"delta\":"
                + "{\"role\":\"assistant\",\"content\":\"\"},\"finish_reason\":null}]}\n\n"
                + "{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Tin\"},\"finish_reason\":null}]}\n\n"
                + "{\"choices\":[{\"index\":0,\"delta\":{\"content\":\" roof\"},\"finish_reason\":\"stop\"}]}\n"
                + "{\"choices\":[],\"usage\":{\"prompt_tokens\":6,\"completion_tokens\":2}}\n\n\n";
        Feeding feeding = lines(body);
        Answer answer = feeding.end(BodyEnd.CLEAN).answer();

        assertRead(answer, TokensFrom.USAGE);
        assertThat(answer.warnings()).isEmpty();
        assertThat(feeding.events()).containsExactly(OTHER, VISIBLE_OUTPUT, VISIBLE_OUTPUT, OTHER);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                FIRST + "{\"code\":500,\"message\":\"Inference Engine Failure\",\"properties\":{},\"content\":{}}",
                "{\"token\":{\"id\":1,\"text\":\"Tin\"}}{\"code\":500,\"message\":\"Inference Engine Failure\"}",
                FIRST + "{\"token\":{\"id\":1,\"te{\"code\":500,\"message\":\"Inference Engine Failure\"}",
                FIRST + "{\"code\": 500, \"error\": \"Inference Engine Failure\"}\n"
            })
    void seesAnErrorThatWasAppended(String body) {
        Feeding feeding = lines(body);
        AnswerResult reading = feeding.end(BodyEnd.CLEAN);

        assertThat(reading.trouble())
                .isEqualTo(new Trouble(FailureKind.STREAM_ERROR, "Inference Engine Failure", "500"));
        assertThat(reading.answer().text()).isEqualTo("Tin");
        assertThat(feeding.events()).containsExactly(VISIBLE_OUTPUT, END);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {"token":{"id":-1,"text":"","log_prob":-1},"generated_text":"","details":{"finish_reason":"error"}} | STREAM_ERROR | the server ended the answer with finish_reason "error" |
                    {"token":{"id":-1,"text":"","error_msg":"out of memory"},"generated_text":"Tin","details":{"finish_reason":"error"}} | STREAM_ERROR | out of memory |
                    {"code":424,"message":"Async Inference Failure: formatter"}             | STREAM_ERROR | Async Inference Failure: formatter | 424
                    {"code":503,"type":"WlmCapacityException","message":"Worker queue capacity exceeded"} | OVERLOAD | Worker queue capacity exceeded | 503
                    {"body":{"generation":null,"stop_reason":"error"},"error":{"error_code":400,"error_msg":"bad"}} | STREAM_ERROR | bad | 400
                    """)
    void sortsErrorsInsideAStream(String line, FailureKind kind, String message, String code) {
        AnswerResult reading = lines(FIRST + line + "\n").end(BodyEnd.CLEAN);

        assertThat(reading.trouble()).isEqualTo(new Trouble(kind, message, code));
        assertThat(reading.answer().outputTokens()).isEqualTo(1);
    }

    @Test
    void isTruncatedWhereTokensHaveNoLast() {
        assertThat(lines(FIRST).end(BodyEnd.CLEAN).trouble())
                .isEqualTo(new Trouble(
                        FailureKind.TRUNCATED, "the stream ended without generated_text or finish_reason", null));
        assertThat(lines(FIRST + LAST.substring(0, 30))
                        .end(BodyEnd.CUT)
                        .trouble()
                        .kind())
                .isEqualTo(FailureKind.TRUNCATED);
    }

    private static void assertRead(Answer answer, TokensFrom from) {
        assertThat(answer.text()).isEqualTo("Tin roof");
        assertThat(answer.contentChunks()).isEqualTo(2);
        assertThat(answer.outputTokens()).isEqualTo(2);
        assertThat(answer.tokensFrom()).isEqualTo(from);
    }

    private static Feeding lines(String body) {
        return new Feeding("djl-invocations", true, LINES).whole(body);
    }

    private static AnswerHead head(String contentType) {
        return new AnswerHead(200, Map.of("content-type", contentType));
    }
}
