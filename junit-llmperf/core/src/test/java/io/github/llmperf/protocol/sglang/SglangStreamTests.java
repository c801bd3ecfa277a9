package io.github.llmperf.protocol.sglang;

import static io.github.llmperf.protocol.StreamEvent.END;
import static io.github.llmperf.protocol.StreamEvent.TOKEN;
import static io.github.llmperf.protocol.StreamEvent.VISIBLE_OUTPUT;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.protocol.Answer;
import io.github.llmperf.protocol.AnswerHead;
import io.github.llmperf.protocol.AnswerResult;
import io.github.llmperf.protocol.BodyEnd;
import io.github.llmperf.protocol.CutAnywhere;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.Feeding;
import io.github.llmperf.protocol.TokensFrom;
import io.github.llmperf.protocol.Workloads;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SglangStreamTests {

    private static final String DONE = "data: [DONE]\n\n";
    private static final String STOP = "{\"type\":\"stop\",\"matched\":2}";

    @Test
    void readsPiecesWhoseIdsAreThoseThatCameSince() {
        CutAnywhere read = read(event("Ink", 1, 1, "null")
                + event(" 海", 2, 3, "null")
                + event("", 1, 4, "null")
                + event(" paper", 2, 6, STOP)
                + DONE);

        assertThat(read.failure()).isNull();
        assertThat(read.answer().text()).isEqualTo("Ink 海 paper");
        assertThat(read.answer().outputTokens()).isEqualTo(6);
        assertThat(read.answer().promptTokens()).isEqualTo(14);
        assertThat(read.answer().cachedTokens()).isEqualTo(3);
        assertThat(read.answer().finishReason()).isEqualTo("stop");
        assertThat(read.answer().warnings()).isEmpty();
        assertThat(read.events()).containsExactly(VISIBLE_OUTPUT, VISIBLE_OUTPUT, TOKEN, VISIBLE_OUTPUT, END);
    }

    @Test
    void readsPiecesThatRepeat() {
        CutAnywhere read = read(event("ha", 1, 1, "null")
                + event("ha", 1, 2, "null")
                + event("ha", 1, 3, "null")
                + event("ha!", 2, 5, STOP)
                + DONE);

        assertThat(read.answer().text()).isEqualTo("hahahaha!");
        assertThat(read.answer().contentChunks()).isEqualTo(4);
    }

    @Test
    void readsTextsThatRepeatAsNothingNew() {
        CutAnywhere read = read(event("ha", 1, 1, "null")
                + event("ha", 2, 2, "null")
                + event("haha", 3, 3, "null")
                + event("haha", 4, 4, STOP)
                + DONE);

        assertThat(read.answer().text()).isEqualTo("haha");
        assertThat(read.answer().contentChunks()).isEqualTo(2);
        assertThat(read.events()).containsExactly(VISIBLE_OUTPUT, TOKEN, VISIBLE_OUTPUT, TOKEN, END);
    }

    @Test
    void readsWholeTextsWhoseIdsAreThoseThatCameSince() {
        CutAnywhere read = read(event("Ink", 1, 1, "null")
                + event("Ink on", 1, 2, "null")
                + event("Ink on p", 1, 3, "null")
                + event("Ink on paper", 1, 4, STOP)
                + DONE);

        assertThat(read.answer().text()).isEqualTo("Ink on paper");
        assertThat(read.answer().contentChunks()).isEqualTo(4);
    }

    @ParameterizedTest
    @CsvSource({"Ink, Ink on, Ink on paper, Ink on paper", "Ink, ' on', ' paper', Ink on paper"})
    void readsEitherModeWithoutIds(String first, String second, String third, String text) {
        String events = "data: {\"text\":\"%s\",\"meta_info\":{\"completion_tokens\":1,\"finish_reason\":null}}\n\n"
                        .formatted(first)
                + "data: {\"text\":\"%s\",\"meta_info\":{\"completion_tokens\":2,\"finish_reason\":null}}\n\n"
                        .formatted(second)
                + "data: {\"text\":\"%s\",\"meta_info\":{\"completion_tokens\":3,\"finish_reason\":\"length\"}}\n\n"
                        .formatted(third);

        Answer answer = read(events + DONE).answer();

        assertThat(answer.text()).isEqualTo(text);
        assertThat(answer.outputTokens()).isEqualTo(3);
        assertThat(answer.finishReason()).isEqualTo("length");
    }

    @Test
    void countsAllTokensOfAnEventThatHasNoText() {
        Answer answer =
                read(event("", 2, 2, "null") + event("a", 3, 3, STOP) + DONE).answer();

        assertThat(answer.outputTokens()).isEqualTo(3);
        assertThat(answer.tokensFrom()).isEqualTo(TokensFrom.USAGE);
        assertThat(answer.contentChunks()).isEqualTo(1);
    }

    @Test
    void readsTimesInSeconds() {
        Answer answer =
                read("data: {\"text\":\"a\",\"meta_info\":{\"finish_reason\":{\"type\":\"length\",\"length\":1},"
                                + "\"completion_tokens\":1,\"e2e_latency\":1.5,\"queue_time\":0.25,"
                                + "\"reasoning_tokens\":0}}\n\n" + DONE)
                        .answer();

        assertThat(answer.serverTimes()).isEqualTo(Map.of("serverTotal", 1500.0, "serverQueue", 250.0));
    }

    @Test
    void keepsChoicesApart() {
        Answer answer = read(choice(0, "a", 1) + choice(1, "x", 1) + choice(1, "xyz", 3) + choice(0, "ab", 2) + DONE)
                .answer();

        assertThat(answer.text()).isEqualTo("ab");
        assertThat(answer.outputChars()).isEqualTo(5);
        assertThat(answer.outputTokens()).isEqualTo(5);
    }

    @Test
    void readsTheOldFormThatEndsWithNul() {
        CutAnywhere read = CutAnywhere.stream(
                "sglang-generate",
                "",
                "{\"text\":\"a\",\"meta_info\":{\"completion_tokens\":1,\"finish_reason\":null}}\0"
                        + "{\"text\":\"ab\",\"meta_info\":{\"completion_tokens\":2,\"finish_reason\":\"length\"}}\0");

        assertThat(read.failure()).isNull();
        assertThat(read.answer().text()).isEqualTo("ab");
        assertThat(read.answer().warnings()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            "message":"The input (9000 tokens) is longer than the model's context length (8192)","status_code":400 | LENGTH       | 400
            "message":"The request queue is full.","status_code":503,"err_type":"x"                                | OVERLOAD     | 503
            "message":"grammar","status_code":400,"err_type":"BadRequestError"                                     | STREAM_ERROR | 400
            "message":"boom","status_code":500                                                                     | STREAM_ERROR | 500
            "message":"Unknown error"                                                                              | STREAM_ERROR |
            "status_code":null                                                                                     | STREAM_ERROR |
            """)
    void sortsAborts(String said, FailureKind kind, String code) {
        CutAnywhere read =
                read(event("In", 1, 1, "null") + event("In", 1, 1, "{\"type\":\"abort\"," + said + "}") + DONE);

        assertThat(read.failure()).isEqualTo(kind);
        assertThat(read.reading().trouble().code()).isEqualTo(code);
        assertThat(read.answer().finishReason()).isEqualTo("abort");
        assertThat(read.answer().text()).isEqualTo("In");
        assertThat(read.answer().sawDone()).isTrue();
    }

    @Test
    void saysWhatAnAbortWithoutWordsIs() {
        assertThat(read(event("", 0, 0, "{\"type\":\"abort\"}") + DONE)
                        .reading()
                        .trouble()
                        .message())
                .isEqualTo("the server ended the answer with finish_reason \"abort\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "data: {\"error\":{\"message\":\"boom\"}}\n\ndata: [DONE]\n\n",
                "data: {\"error\":{\"message\":\"boom\"}}\n\n",
                "{\"error\": {\"message\": \"boom\"}}\0"
            })
    void findsErrorsInsideAStream(String body) {
        CutAnywhere read = read(body);

        assertThat(read.failure()).isEqualTo(FailureKind.STREAM_ERROR);
        assertThat(read.reading().trouble().message()).isEqualTo("boom");
    }

    @ParameterizedTest
    @CsvSource({
        "CLEAN, false, false, TRUNCATED",
        "CUT, false, false, TRUNCATED",
        "CUT, true, false, TRUNCATED",
        "CUT, true, true,",
        "CLEAN, true, false,"
    })
    void judgesTheEnd(BodyEnd end, boolean finished, boolean done, FailureKind kind) {
        String body = event("a", 1, 1, finished ? STOP : "null") + (done ? DONE : "");

        CutAnywhere read =
                CutAnywhere.read("sglang-generate", Workloads.stream(true), "?", "text/event-stream", body, end);

        assertThat(read.failure()).isEqualTo(kind);
    }

    @Test
    void readsAWholeAnswer() {
        Answer answer = whole("{\"text\":\"ab\\ufffd\",\"output_ids\":[1,2],\"meta_info\":{\"finish_reason\":" + STOP
                        + ",\"prompt_tokens\":4,\"completion_tokens\":2,\"cached_tokens\":0,\"e2e_latency\":2}}")
                .answer();

        assertThat(answer.text()).isEqualTo("ab\uFFFD");
        assertThat(answer.outputTokens()).isEqualTo(2);
        assertThat(answer.serverTimes()).isEqualTo(Map.of("serverTotal", 2000.0));
    }

    @Test
    void readsAListOfAnswers() {
        Answer answer = whole("[{\"text\":\"ab\",\"meta_info\":{\"completion_tokens\":2,\"finish_reason\":" + STOP
                        + "}},{\"text\":\"x\",\"meta_info\":{\"completion_tokens\":1}}]")
                .answer();

        assertThat(answer.text()).isEqualTo("ab");
        assertThat(answer.outputTokens()).isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            200 | {"hello":1}                                                                        | PROTOCOL
            200 | {"text":"","meta_info":{"finish_reason":{"type":"stop"}}}                          | EMPTY_OUTPUT
            200 | {"text":"","meta_info":{"finish_reason":{"type":"abort","message":"boom"}}}        | SERVER_ERROR
            400 | {"error":{"message":"The input (9000 tokens) is longer than the model's context length"}} | LENGTH
            400 | {"error":{"message":"bad"}}                                                        | BAD_REQUEST
            503 | {"object":"error","message":"The request queue is full.","type":"503","code":503}  | OVERLOAD
            401 | {"error":"Unauthorized"}                                                           | AUTH
            """)
    void sortsFailuresOfWholeAnswers(int status, String body, FailureKind kind) {
        AnswerResult reading = new Feeding("sglang-generate", false, new AnswerHead(status, Map.of()))
                .whole(body)
                .end(BodyEnd.CLEAN);

        assertThat(reading.trouble().kind()).isEqualTo(kind);
    }

    private static String event(String text, int ids, int tokens, String reason) {
        return "data: {\"text\":\"" + text + "\",\"output_ids\":[" + "7,".repeat(Math.max(0, ids - 1))
                + (ids > 0 ? "7" : "") + "],\"meta_info\":{\"id\":\"k\",\"finish_reason\":" + reason
                + ",\"prompt_tokens\":14,\"completion_tokens\":" + tokens + ",\"cached_tokens\":3}}\n\n";
    }

    private static String choice(int index, String text, int tokens) {
        return "data: {\"index\":" + index + ",\"text\":\"" + text + "\",\"meta_info\":{\"completion_tokens\":" + tokens
                + ",\"finish_reason\":" + (tokens > 1 ? STOP : "null") + "}}\n\n";
    }

    private static CutAnywhere read(String body) {
        return CutAnywhere.stream("sglang-generate", "text/event-stream", body);
    }

    private static AnswerResult whole(String body) {
        return CutAnywhere.read(
                        "sglang-generate", Workloads.stream(false), "?", "application/json", body, BodyEnd.CLEAN)
                .reading();
    }
}
