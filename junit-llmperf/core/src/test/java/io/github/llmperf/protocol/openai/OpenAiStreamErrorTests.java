package io.github.llmperf.protocol.openai;

import static io.github.llmperf.protocol.StreamEvent.END;
import static io.github.llmperf.protocol.StreamEvent.VISIBLE_OUTPUT;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.protocol.AnswerHead;
import io.github.llmperf.protocol.AnswerResult;
import io.github.llmperf.protocol.BodyEnd;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.Feeding;
import io.github.llmperf.protocol.Trouble;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Errors inside a stream, and events that are none. */
class OpenAiStreamErrorTests {

    private static final AnswerHead STREAM = new AnswerHead(200, Map.of("content-type", "text/event-stream"));
    private static final String TEXT = "data: {\"choices\":[{\"delta\":{\"content\":\"Hi\"}}]}\n\n";
    private static final String STOP = "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n";
    private static final String DONE = "data: [DONE]\n\n";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "data: {\"error\":{\"message\":\"boom\",\"code\":500}}",
                "data: {\"error\":{\"error\":{\"object\":\"error\",\"message\":\"boom\",\"code\":500}}}",
                "data: {\"error\":{\"object\":\"error\",\"message\":\"boom\",\"code\":500}}",
                "data: {\"object\":\"error\",\"message\":\"boom\",\"type\":\"x\",\"code\":500}",
                "data: {\"error\":{\"message\":\"boom\",\"http_status_code\":500}}",
                "data: {\"code\":500,\"message\":\"boom\"}",
                "data: {\"type\":\"error\",\"error\":{\"message\":\"boom\",\"code\":500}}",
                "event: error\ndata: {\"message\":\"boom\",\"code\":500}",
                "error: {\"code\":500,\"message\":\"boom\",\"type\":\"server_error\"}",
                "{\"code\":500,\"message\":\"boom\"}",
                "data: {\"choices\":[{\"delta\":{},\"error\":{\"code\":500,\"message\":\"boom\"}}]}",
                "data: {\"choices\":[{\"delta\":{},\"finish_reason\":"
                        + "{\"type\":\"abort\",\"message\":\"boom\",\"status_code\":500}}]}"
            })
    void seesAnErrorInsideAStream(String event) {
        Feeding feeding = feed(TEXT + event + "\n\n" + DONE);
        Trouble trouble = feeding.end(BodyEnd.CLEAN).trouble();

        assertThat(trouble).isEqualTo(new Trouble(FailureKind.STREAM_ERROR, "boom", "500"));
        assertThat(feeding.events().subList(0, 2)).containsExactly(VISIBLE_OUTPUT, END);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    data: {"error":"Incomplete generation"}                              | STREAM_ERROR
                    data: {"detail":"engine stopped"}                                    | STREAM_ERROR
                    data: [ERROR]                                                        | STREAM_ERROR
                    data: {"choices":[{"delta":{},"finish_reason":"error"}]}             | STREAM_ERROR
                    data: {"choices":[{"delta":{},"finish_reason":"parse_error"}]}       | STREAM_ERROR
                    data: {"error":{"message":"The request queue is full.","code":503}}  | OVERLOAD
                    data: {"error":"Model is overloaded","error_type":"overloaded"}      | OVERLOAD
                    data: {"error":{"type":"overloaded_error","message":"try later"}}    | OVERLOAD
                    data: {"error":{"message":"bad key","code":"invalid_api_key"}}       | AUTH
                    data: {"error":{"code":500,"message":"Context size has been exceeded."}} | LENGTH
                    error: {"code":400,"type":"exceed_context_size_error","message":"x"} | LENGTH
                    """)
    void sortsErrorsByTheirWords(String event, FailureKind kind) {
        assertThat(kind(TEXT + event + "\n\n" + DONE)).isEqualTo(kind);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"error\":null,", "\"error\":{},", "\"error\":\"\",", "\"error\":false,"})
    void takesAnEmptyErrorForNone(String field) {
        assertThat(kind("data: {" + field + "\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\n" + STOP + DONE))
                .isNull();
    }

    @Test
    void putsTheGraverTroubleFirst() {
        String broken = "data: {oops\n\n";
        String length = "data: {\"error\":\"maximum context length is 10\"}\n\n";

        assertThat(kind(broken)).isEqualTo(FailureKind.PROTOCOL);
        assertThat(kind(broken + "data: {\"error\":\"x\"}\n\n")).isEqualTo(FailureKind.STREAM_ERROR);
        assertThat(kind("data: {\"error\":\"x\"}\n\n" + length)).isEqualTo(FailureKind.LENGTH);
    }

    @Test
    void readsOnAfterABrokenEvent() {
        AnswerResult reading = read("data: {oops\n\n" + TEXT + STOP + DONE);

        assertThat(reading.trouble())
                .isEqualTo(new Trouble(FailureKind.PROTOCOL, "an event is no JSON object: {oops", null));
        assertThat(reading.answer().text()).isEqualTo("Hi");
    }

    @Test
    void fallsBackToOneValuePerLine() {
        String two = "data: {\"choices\":[{\"text\":\"a\"}]}\ndata: {\"choices\":[{\"text\":\"b\"}]}\n\n";
        String one = "data: {\"choices\":\ndata: [{\"text\":\"c\"}]}\n\n";

        assertThat(read(two + one + STOP + DONE)).satisfies(reading -> {
            assertThat(reading.trouble()).isNull();
            assertThat(reading.answer().text()).isEqualTo("abc");
        });
    }

    @Test
    void readsTheEndMarkAmongSeveralLines() {
        String lines =
                """
                data: {"choices":[{"text":"a"}]}
                data: {"choices":[{"text":"b","finish_reason":"stop"}]}
                data: [DONE]
                """;

        assertThat(List.of(read(lines), read(lines + "\n"))).allSatisfy(reading -> {
            assertThat(reading.trouble()).isNull();
            assertThat(reading.answer().text()).isEqualTo("ab");
            assertThat(reading.answer().sawDone()).isTrue();
        });
        assertThat(read("data: {\"error\":{\"message\":\"boom\",\"code\":500}}\ndata: [DONE]\n\n")
                        .trouble())
                .isEqualTo(new Trouble(FailureKind.STREAM_ERROR, "boom", "500"));
    }

    @Test
    void readsTheGoodLinesBesideABadOne() {
        AnswerResult reading = read("data: {\"choices\":[{\"text\":\"a\"}]}\ndata: {bad\n\n" + STOP + DONE);

        assertThat(reading.trouble())
                .isEqualTo(new Trouble(FailureKind.PROTOCOL, "an event is no JSON object: {bad", null));
        assertThat(reading.answer().text()).isEqualTo("a");
    }

    @Test
    void acceptsALastErrorWithoutItsBlankLine() {
        assertThat(kind(TEXT + "error: {\"code\":500,\"message\":\"boom\"}\n")).isEqualTo(FailureKind.STREAM_ERROR);
        assertThat(kind(TEXT + "error: {\"code\":500,\"mess")).isEqualTo(FailureKind.TRUNCATED);
    }

    @Test
    void saysWhenNoEventIsOfThisApi() {
        assertThat(read("data: {\"response\":\"Hi\"}\n\ndata: {\"done\":true}\n\n")
                        .trouble())
                .isEqualTo(new Trouble(FailureKind.PROTOCOL, "no event of this api, but {\"response\":\"Hi\"}", null));
        assertThat(kind("data: {}\n\n")).isEqualTo(FailureKind.TRUNCATED);
    }

    private static Feeding feed(String body) {
        return new Feeding("openai-chat", true, STREAM).whole(bytes(body));
    }

    private static AnswerResult read(String body) {
        return feed(body).end(BodyEnd.CLEAN);
    }

    private static FailureKind kind(String body) {
        Trouble trouble = read(body).trouble();
        return trouble == null ? null : trouble.kind();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
