package io.github.llmperf.protocol.gemini;

import static io.github.llmperf.protocol.StreamEvent.END;
import static io.github.llmperf.protocol.StreamEvent.HIDDEN_OUTPUT;
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

class GeminiReadingTests {

    private static final AnswerHead STREAM = new AnswerHead(200, Map.of("content-type", "text/event-stream"));
    private static final AnswerHead ARRAY = new AnswerHead(200, Map.of("content-type", "application/json"));
    private static final String THOUGHT =
            "{\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"hm\",\"thought\":true}],\"role\":\"model\"},"
                    + "\"index\":0}],\"usageMetadata\":{\"promptTokenCount\":7,\"thoughtsTokenCount\":12}}";
    private static final String TEXT = "{\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"Clay\"}],"
            + "\"role\":\"model\"},\"finishReason\":\"STOP\"}],\"usageMetadata\":{\"promptTokenCount\":7,"
            + "\"candidatesTokenCount\":1,\"thoughtsTokenCount\":12,\"cachedContentTokenCount\":4}}";
    private static final String CALL =
            "{\"candidates\":[{\"content\":{\"parts\":[{\"functionCall\":{\"name\":\"f\",\"args\":{}}}]}}]}";
    private static final String LAST = "{\"candidates\":[{\"finishReason\":\"MAX_TOKENS\"}],"
            + "\"usageMetadata\":{\"candidatesTokenCount\":3,\"thoughtsTokenCount\":12}}";
    private static final String ERROR =
            "{\n  \"error\": {\n    \"code\": 500,\n    \"message\": \"boom\",\n    \"status\": \"INTERNAL\"\n  }\n}";

    @Test
    void readsEvents() {
        Feeding feeding = feed(sse(THOUGHT) + sse(CALL) + sse(TEXT) + sse(LAST));

        assertThat(feeding.events()).containsExactly(HIDDEN_OUTPUT, HIDDEN_OUTPUT, VISIBLE_OUTPUT, OTHER);
        assertFits(feeding.end(BodyEnd.CLEAN));
    }

    @Test
    void readsTheElementsOfAnArray() {
        String body = "[" + THOUGHT + "\n,\r\n" + CALL + ",\n" + TEXT + "," + LAST + "\n]\n";
        Feeding feeding = new Feeding("gemini", true, ARRAY).whole(body);

        assertThat(feeding.events()).containsExactly(HIDDEN_OUTPUT, HIDDEN_OUTPUT, VISIBLE_OUTPUT, OTHER);
        assertFits(feeding.end(BodyEnd.CLEAN));
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        for (int offset = 0; offset <= bytes.length; offset++) {
            Feeding cut = new Feeding("gemini", true, ARRAY).cutAt(bytes, offset);

            assertFits(cut.end(BodyEnd.CLEAN));
        }
    }

    private static void assertFits(AnswerResult reading) {
        Answer answer = reading.answer();
        assertThat(reading.trouble()).isNull();
        assertThat(answer.text()).isEqualTo("Clay");
        assertThat(answer.reasoningText()).isEqualTo("hm");
        assertThat(answer.toolChunks()).isEqualTo(1);
        assertThat(answer.finishReason()).isEqualTo("MAX_TOKENS");
        assertThat(answer.outputTokens()).isEqualTo(15);
        assertThat(answer.tokensFrom()).isEqualTo(TokensFrom.USAGE);
        assertThat(answer.promptTokens()).isEqualTo(7);
        assertThat(answer.cachedTokens()).isEqualTo(4);
        assertThat(answer.warnings()).isEmpty();
    }

    @Test
    void readsAWholeAnswer() {
        AnswerResult reading = whole(TEXT);

        assertThat(reading.trouble()).isNull();
        assertThat(reading.answer().text()).isEqualTo("Clay");
        assertThat(reading.answer().finishReason()).isEqualTo("STOP");
        assertThat(reading.answer().outputTokens()).isEqualTo(13);
    }

    @Test
    void keepsCandidatesApart() {
        Answer answer = feed(sse("{\"candidates\":[{\"index\":1,\"content\":{\"parts\":[{\"text\":\"other\"}]},"
                        + "\"finishReason\":\"SAFETY\"},{\"content\":{\"parts\":[{\"text\":\"a\"},"
                        + "{\"text\":\"b\"}]},\"finishReason\":\"STOP\"}]}"))
                .end(BodyEnd.CLEAN)
                .answer();

        assertThat(answer.text()).isEqualTo("ab");
        assertThat(answer.contentChunks()).isEqualTo(1);
        assertThat(answer.finishReason()).isEqualTo("STOP");
    }

    @Test
    void saysWhyAPromptWasBlocked() {
        String blocked = "{\"promptFeedback\":{\"blockReason\":\"SAFETY\",\"blockReasonMessage\":\"no\"},"
                + "\"usageMetadata\":{\"promptTokenCount\":7}}";
        Trouble expected =
                new Trouble(FailureKind.EMPTY_OUTPUT, "the prompt was blocked, blockReason SAFETY: no", null);

        assertThat(feed(sse(blocked)).end(BodyEnd.CLEAN).trouble()).isEqualTo(expected);
        assertThat(whole(blocked).trouble()).isEqualTo(expected);
    }

    @Test
    void isTruncatedWithoutAFinishReasonOrBeforeACleanEnd() {
        assertThat(feed(sse(THOUGHT)).end(BodyEnd.CLEAN).trouble())
                .isEqualTo(new Trouble(FailureKind.TRUNCATED, "the stream ended without finishReason", null));
        assertThat(feed(sse(TEXT)).end(BodyEnd.CUT).trouble().kind()).isEqualTo(FailureKind.TRUNCATED);
    }

    @Test
    void isEmptyWhereThoughtsAreAllThereIsNot() {
        assertThat(feed(sse(LAST)).end(BodyEnd.CLEAN).trouble().kind()).isEqualTo(FailureKind.EMPTY_OUTPUT);
        assertThat(feed(sse(THOUGHT) + sse(LAST)).end(BodyEnd.CLEAN).trouble()).isNull();
        assertThat(whole("{\"hello\":1}").trouble().kind()).isEqualTo(FailureKind.PROTOCOL);
    }

    @ParameterizedTest
    @ValueSource(strings = {"data: %s", "data: [%s]", "%s", "[%s]", "[\n%s\n]", "[%s\n]\n"})
    void seesAPrettyPrintedErrorInsideAStream(String form) {
        String body = sse(THOUGHT) + form.replace("%s", form.startsWith("data") ? oneLine() : ERROR) + "\n";
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        for (int offset = 0; offset <= bytes.length; offset++) {
            Feeding feeding = new Feeding("gemini", true, STREAM).cutAt(bytes, offset);
            AnswerResult reading = feeding.end(BodyEnd.CLEAN);

            assertThat(reading.trouble()).isEqualTo(new Trouble(FailureKind.STREAM_ERROR, "boom", "500"));
            assertThat(feeding.events()).containsExactly(HIDDEN_OUTPUT, END);
        }
    }

    private static String oneLine() {
        return ERROR.replace("\n", "");
    }

    @Test
    void seesAnErrorInsideAnArray() {
        Feeding feeding = new Feeding("gemini", true, ARRAY).whole("[" + THOUGHT + ",\n" + ERROR + "\n]");

        assertThat(feeding.events()).containsExactly(HIDDEN_OUTPUT, END);
        assertThat(feeding.end(BodyEnd.CLEAN).trouble())
                .isEqualTo(new Trouble(FailureKind.STREAM_ERROR, "boom", "500"));
    }

    @Test
    void seesAnErrorInPlaceOfAnAnswer() {
        assertThat(feed(ERROR).end(BodyEnd.CLEAN).trouble())
                .isEqualTo(new Trouble(FailureKind.SERVER_ERROR, "boom", "500"));
        assertThat(whole("[" + ERROR + "]").trouble()).isEqualTo(new Trouble(FailureKind.SERVER_ERROR, "boom", "500"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    429 | RESOURCE_EXHAUSTED  | quota | OVERLOAD
                    503 | UNAVAILABLE         | The model is overloaded. | OVERLOAD
                    400 | INVALID_ARGUMENT    | The input token count (1200000) exceeds the maximum number of tokens allowed (1048576). | LENGTH
                    400 | INVALID_ARGUMENT    | The input token count is 40000 but model only supports up to 32767. | LENGTH
                    400 | INVALID_ARGUMENT    | API key not valid. Please pass a valid API key. | AUTH
                    400 | INVALID_ARGUMENT    | API key expired. Please renew the API key. | AUTH
                    400 | INVALID_ARGUMENT    | Unknown name "min_tokens" | BAD_REQUEST
                    401 | UNAUTHENTICATED     | who | AUTH
                    403 | PERMISSION_DENIED   | no  | AUTH
                    404 | NOT_FOUND           | models/x is not found | BAD_REQUEST
                    500 | INTERNAL            | oops | SERVER_ERROR
                    """)
    void sortsErrorsBeforeAStream(int status, String name, String message, FailureKind kind) {
        String error = "{\n  \"error\": {\n    \"code\": " + status + ",\n    \"message\": \""
                + message.replace("\"", "\\\"") + "\",\n    \"status\": \"" + name + "\"\n  }\n}\n";

        for (String body : new String[] {error, "[" + error + "]"}) {
            assertThat(new Feeding("gemini", true, new AnswerHead(status, Map.of()))
                            .whole(body)
                            .end(BodyEnd.CLEAN)
                            .trouble())
                    .isEqualTo(new Trouble(kind, message, String.valueOf(status)));
        }
    }

    private static String sse(String json) {
        return "data: " + json + "\r\n\r\n";
    }

    private static Feeding feed(String body) {
        return new Feeding("gemini", true, STREAM).whole(body);
    }

    private static AnswerResult whole(String body) {
        return new Feeding("gemini", false, ARRAY).whole(body).end(BodyEnd.CLEAN);
    }
}
