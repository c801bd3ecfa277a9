package io.github.llmperf.protocol.anthropic;

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

class AnthropicStreamTests {

    private static final AnswerHead STREAM = new AnswerHead(200, Map.of("content-type", "text/event-stream"));
    private static final String START = event(
            "message_start",
            "\"message\":{\"content\":[],\"usage\":{\"input_tokens\":25,\"cache_read_input_tokens\":100,"
                    + "\"cache_creation_input_tokens\":7,\"output_tokens\":4}}");
    private static final String TEXT = delta("{\"type\":\"text_delta\",\"text\":\"Hi\"}");
    private static final String DELTA =
            event("message_delta", "\"delta\":{\"stop_reason\":\"max_tokens\"},\"usage\":{\"output_tokens\":9}");
    private static final String STOP = event("message_stop", "\"x\":0");

    @Test
    void tellsOutputFromAllElse() {
        Feeding feeding = feed(START
                + event("content_block_start", "\"content_block\":{\"type\":\"text\",\"text\":\"\"}")
                + event("ping", "\"x\":0")
                + delta("{\"type\":\"thinking_delta\",\"thinking\":\"hm\"}")
                + delta("{\"type\":\"signature_delta\",\"signature\":\"AA\"}")
                + delta("{\"type\":\"citations_delta\",\"citation\":{\"cited_text\":\"c\"}}")
                + event("content_block_start", "\"content_block\":{\"type\":\"tool_use\",\"name\":\"f\",\"input\":{}}")
                + delta("{\"type\":\"input_json_delta\",\"partial_json\":\"\"}")
                + delta("{\"type\":\"input_json_delta\",\"partial_json\":\"{\\\"a\\\"\"}")
                + TEXT
                + event("content_block_stop", "\"index\":0")
                + DELTA
                + STOP);

        assertThat(feeding.events())
                .containsExactly(
                        OTHER,
                        OTHER,
                        OTHER,
                        HIDDEN_OUTPUT,
                        OTHER,
                        OTHER,
                        HIDDEN_OUTPUT,
                        OTHER,
                        HIDDEN_OUTPUT,
                        VISIBLE_OUTPUT,
                        OTHER,
                        OTHER,
                        END);
        Answer answer = feeding.end(BodyEnd.CLEAN).answer();
        assertThat(answer.reasoningChunks()).isEqualTo(1);
        assertThat(answer.toolChunks()).isEqualTo(2);
        assertThat(answer.finishReason()).isEqualTo("max_tokens");
    }

    @Test
    void addsUpAllPartsOfThePrompt() {
        Answer answer = read(START + TEXT + DELTA + STOP).answer();

        assertThat(answer.promptTokens()).isEqualTo(132);
        assertThat(answer.cachedTokens()).isEqualTo(100);
        assertThat(answer.outputTokens()).isEqualTo(9);
        assertThat(answer.tokensFrom()).isEqualTo(TokensFrom.USAGE);
        assertThat(answer.warnings()).isEmpty();
    }

    @Test
    void takesThePromptThatIsCountedAtTheEndOnly() {
        Answer answer = read(event("message_start", "\"message\":{\"usage\":{\"input_tokens\":0,\"output_tokens\":0}}")
                        + TEXT
                        + event(
                                "message_delta",
                                "\"delta\":{\"stop_reason\":\"end_turn\"},"
                                        + "\"usage\":{\"input_tokens\":5,\"output_tokens\":2}")
                        + STOP)
                .answer();

        assertThat(answer.promptTokens()).isEqualTo(5);
        assertThat(answer.outputTokens()).isEqualTo(2);
    }

    @Test
    void takesTheHighestOfSeveralCounts() {
        assertThat(read(START
                                + TEXT
                                + DELTA
                                + event("message_delta", "\"delta\":{},\"usage\":{\"output_tokens\":3}")
                                + STOP)
                        .answer()
                        .outputTokens())
                .isEqualTo(9);
    }

    @Test
    void countsEventsOfABrokenStreamAndNotThePlaceholder() {
        AnswerResult reading = read(START + TEXT + TEXT);

        assertThat(reading.trouble())
                .isEqualTo(new Trouble(FailureKind.TRUNCATED, "the stream ended without message_stop", null));
        assertThat(reading.answer().outputTokens()).isEqualTo(2);
        assertThat(reading.answer().tokensFrom()).isEqualTo(TokensFrom.EVENTS);
    }

    @Test
    void isTruncatedWhereTheConnectionBreaksBeforeTheEndMark() {
        assertThat(feed(START + TEXT + DELTA).end(BodyEnd.CUT).trouble().kind()).isEqualTo(FailureKind.TRUNCATED);
        assertThat(feed(START + TEXT + DELTA + STOP).end(BodyEnd.CUT).trouble()).isNull();
    }

    @Test
    void isEmptyWithoutOutput() {
        assertThat(read(START + DELTA + STOP).trouble())
                .isEqualTo(new Trouble(
                        FailureKind.EMPTY_OUTPUT, "the stream has no output; finish_reason max_tokens", null));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    overloaded_error      | Overloaded                                        | OVERLOAD
                    rate_limit_error      | slow down                                         | OVERLOAD
                    authentication_error  | invalid x-api-key                                 | AUTH
                    permission_error      | not yours                                         | AUTH
                    invalid_request_error | prompt is too long: 204000 tokens > 200000 maximum | LENGTH
                    invalid_request_error | input length and `max_tokens` exceed context limit | LENGTH
                    api_error             | Internal server error                             | STREAM_ERROR
                    """)
    void sortsErrorsInsideAStream(String type, String message, FailureKind kind) {
        Feeding feeding = feed(
                START + TEXT + event("error", "\"error\":{\"type\":\"" + type + "\",\"message\":\"" + message + "\"}"));

        assertThat(feeding.events()).containsExactly(OTHER, VISIBLE_OUTPUT, END);
        assertThat(feeding.end(BodyEnd.CLEAN).trouble()).isEqualTo(new Trouble(kind, message, null));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    529 | overloaded_error      | Overloaded         | OVERLOAD
                    429 | rate_limit_error      | slow down          | OVERLOAD
                    401 | authentication_error  | invalid x-api-key  | AUTH
                    413 | request_too_large     | too many bytes     | LENGTH
                    400 | invalid_request_error | prompt is too long | LENGTH
                    400 | invalid_request_error | temperature: no    | BAD_REQUEST
                    500 | api_error             | oops               | SERVER_ERROR
                    """)
    void sortsErrorsBeforeAStream(int status, String type, String message, FailureKind kind) {
        AnswerResult reading = new Feeding("anthropic-messages", true, new AnswerHead(status, Map.of()))
                .whole("{\"type\":\"error\",\"error\":{\"type\":\"" + type + "\",\"message\":\"" + message + "\"},"
                        + "\"request_id\":\"req_1\"}")
                .end(BodyEnd.CLEAN);

        assertThat(reading.trouble()).isEqualTo(new Trouble(kind, message, null));
    }

    @Test
    void readsAWholeAnswer() {
        AnswerResult reading = whole("{\"id\":\"msg_1\",\"type\":\"message\",\"role\":\"assistant\",\"content\":["
                + "{\"type\":\"thinking\",\"thinking\":\"hm\",\"signature\":\"AA\"},"
                + "{\"type\":\"text\",\"text\":\"Iron\"},{\"type\":\"text\",\"text\":\" sinks\"},"
                + "{\"type\":\"tool_use\",\"id\":\"t\",\"name\":\"f\",\"input\":{\"a\":1}}],"
                + "\"stop_reason\":\"tool_use\",\"usage\":{\"input_tokens\":3,\"output_tokens\":8}}");

        assertThat(reading.trouble()).isNull();
        assertThat(reading.answer().text()).isEqualTo("Iron sinks");
        assertThat(reading.answer().reasoningText()).isEqualTo("hm");
        assertThat(reading.answer().finishReason()).isEqualTo("tool_use");
        assertThat(reading.answer().promptTokens()).isEqualTo(3);
        assertThat(reading.answer().cachedTokens()).isEqualTo(-1);
        assertThat(reading.answer().outputTokens()).isEqualTo(8);
    }

    @Test
    void takesOtherJsonForNoAnswer() {
        assertThat(whole("{\"hello\":1}").trouble().kind()).isEqualTo(FailureKind.PROTOCOL);
        assertThat(whole("{\"type\":\"message\",\"content\":[],\"stop_reason\":\"refusal\"}")
                        .trouble()
                        .kind())
                .isEqualTo(FailureKind.EMPTY_OUTPUT);
    }

    @Test
    void readsAStreamCutAtAnyOffset() {
        byte[] body = (START + delta("{\"type\":\"thinking_delta\",\"thinking\":\"hé\"}") + TEXT + DELTA + STOP)
                .replace("\n", "\r\n")
                .getBytes(StandardCharsets.UTF_8);
        AnswerResult expected =
                new Feeding("anthropic-messages", true, STREAM).whole(body).end(BodyEnd.CLEAN);

        assertThat(expected.trouble()).isNull();
        assertThat(new Feeding("anthropic-messages", true, STREAM)
                        .inSteps(body, 1)
                        .end(BodyEnd.CLEAN))
                .isEqualTo(expected);
        for (int offset = 0; offset <= body.length; offset++) {
            assertThat(new Feeding("anthropic-messages", true, STREAM)
                            .cutAt(body, offset)
                            .end(BodyEnd.CLEAN))
                    .isEqualTo(expected);
        }
    }

    private static String event(String type, String fields) {
        return "event: " + type + "\ndata: {\"type\":\"" + type + "\"," + fields + "}\n\n";
    }

    private static String delta(String delta) {
        return event("content_block_delta", "\"index\":0,\"delta\":" + delta);
    }

    private static Feeding feed(String body) {
        return new Feeding("anthropic-messages", true, STREAM).whole(body);
    }

    private static AnswerResult read(String body) {
        return feed(body).end(BodyEnd.CLEAN);
    }

    private static AnswerResult whole(String body) {
        return new Feeding("anthropic-messages", false, new AnswerHead(200, Map.of()))
                .whole(body)
                .end(BodyEnd.CLEAN);
    }
}
