package io.github.llmperf.protocol.llamacpp;

import static io.github.llmperf.protocol.StreamEvent.END;
import static io.github.llmperf.protocol.StreamEvent.FINISH;
import static io.github.llmperf.protocol.StreamEvent.VISIBLE_OUTPUT;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.protocol.Answer;
import io.github.llmperf.protocol.AnswerHead;
import io.github.llmperf.protocol.AnswerResult;
import io.github.llmperf.protocol.BodyEnd;
import io.github.llmperf.protocol.CutAnywhere;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.Feeding;
import io.github.llmperf.protocol.Workloads;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LlamaStreamTests {

    private static final String A =
            "data: {\"index\":0,\"content\":\"a\",\"tokens\":[4],\"stop\":false,\"tokens_predicted\":1,"
                    + "\"tokens_evaluated\":9}\n\n";

    @Test
    void readsAStreamWithCachedPrompt() {
        CutAnywhere read = read(":\n\n" + A
                + "data: {\"content\":\"\",\"stop\":true,\"tokens_predicted\":3,\"tokens_evaluated\":9,"
                + "\"stop_type\":\"eos\",\"truncated\":false,\"tokens_cached\":11,\"timings\":{\"cache_n\":5,"
                + "\"prompt_n\":4,\"prompt_ms\":8.5,\"predicted_n\":3,\"predicted_ms\":30,"
                + "\"predicted_per_token_ms\":15.0}}\n\n");

        Answer answer = read.answer();
        assertThat(read.failure()).isNull();
        assertThat(read.events()).containsExactly(VISIBLE_OUTPUT, FINISH, END);
        assertThat(answer.text()).isEqualTo("a");
        assertThat(answer.outputTokens()).isEqualTo(3);
        assertThat(answer.promptTokens()).isEqualTo(9);
        assertThat(answer.cachedTokens()).isEqualTo(5);
        assertThat(answer.finishReason()).isEqualTo("eos");
        assertThat(answer.sawDone()).isFalse();
        assertThat(answer.warnings()).isEmpty();
        assertThat(answer.serverTimes())
                .isEqualTo(Map.of(
                        "serverPrefill",
                        8.5,
                        "serverDecode",
                        30.0,
                        "serverTimePerToken",
                        15.0,
                        "serverTtft",
                        8.5,
                        "serverTpot",
                        15.0));
    }

    @ParameterizedTest
    @CsvSource({
        "'\"stopped_eos\":true,\"stopped_limit\":false,\"stopped_word\":false', eos",
        "'\"stopped_eos\":false,\"stopped_limit\":true,\"stopped_word\":false', limit",
        "'\"stopped_eos\":false,\"stopped_limit\":false,\"stopped_word\":true', word",
        "'\"stopped_eos\":false,\"stopped_limit\":false,\"stopped_word\":false',",
        "'\"stop_type\":\"word\",\"stopped_eos\":true', word"
    })
    void namesTheReasonInOldAndNewBuilds(String said, String reason) {
        assertThat(read(A + "data: {\"content\":\"\",\"stop\":true," + said + "}\n\n")
                        .answer()
                        .finishReason())
                .isEqualTo(reason);
    }

    @Test
    void warnsWhenTheContextWasTooSmall() {
        assertThat(read(A + "data: {\"content\":\"\",\"stop\":true,\"truncated\":true}\n\n")
                        .answer()
                        .warnings())
                .containsExactly("context_truncated");
    }

    @Test
    void keepsChoicesApart() {
        Answer answer = read("data: {\"index\":1,\"content\":\"xyz\",\"stop\":false}\n\n" + A
                        + "data: {\"content\":\"\",\"stop\":true}\n\n")
                .answer();

        assertThat(answer.text()).isEqualTo("a");
        assertThat(answer.outputChars()).isEqualTo(4);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            error: {"code":500,"message":"slot died","type":"server_error"}                   | STREAM_ERROR | 500
            data: {"error":{"code":500,"message":"Context size has been exceeded.","type":"x"}} | LENGTH      | 500
            data: {"error":{"code":503,"message":"Loading model","type":"unavailable_error"}} | OVERLOAD     | 503
            data: {"content":                                                                 | PROTOCOL     |
            """)
    void findsErrorsInsideAStream(String event, FailureKind kind, String code) {
        CutAnywhere read = read(A + event + "\n\n");

        assertThat(read.failure()).isEqualTo(kind);
        assertThat(read.reading().trouble().code()).isEqualTo(code);
        assertThat(read.answer().text()).isEqualTo("a");
    }

    @ParameterizedTest
    @CsvSource({"CLEAN, false, TRUNCATED", "CUT, false, TRUNCATED", "CUT, true,", "CLEAN, true,"})
    void judgesTheEnd(BodyEnd end, boolean stopped, FailureKind kind) {
        String body = A + (stopped ? "data: {\"content\":\"b\",\"stop\":true}\n\n" : "");
        CutAnywhere read =
                CutAnywhere.read("llamacpp-completion", Workloads.stream(true), "?", "text/event-stream", body, end);

        assertThat(read.failure()).isEqualTo(kind);
    }

    @Test
    void failsWithoutOutput() {
        assertThat(read("data: {\"content\":\"\",\"stop\":true,\"stop_type\":\"eos\"}\n\n")
                        .failure())
                .isEqualTo(FailureKind.EMPTY_OUTPUT);
    }

    @Test
    void readsAWholeAnswer() {
        Answer answer = whole(
                        200,
                        "{\"index\":0,\"content\":\"ab\",\"stop\":true,\"stop_type\":\"limit\",\"tokens_predicted\":2,"
                                + "\"tokens_evaluated\":7,\"generation_settings\":{\"stop\":[]},"
                                + "\"timings\":{\"prompt_ms\":1.5,\"predicted_ms\":4}}")
                .answer();

        assertThat(answer.text()).isEqualTo("ab");
        assertThat(answer.outputTokens()).isEqualTo(2);
        assertThat(answer.promptTokens()).isEqualTo(7);
        assertThat(answer.finishReason()).isEqualTo("limit");
        assertThat(answer.serverTimes())
                .isEqualTo(Map.of("serverPrefill", 1.5, "serverDecode", 4.0, "serverTtft", 1.5, "serverTpot", 4.0));
    }

    @Test
    void readsAListOfAnswers() {
        assertThat(whole(200, "[{\"index\":0,\"content\":\"a\"},{\"index\":1,\"content\":\"bc\"}]")
                        .answer()
                        .outputChars())
                .isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            200 | {"hello":1}                                                                             | PROTOCOL
            200 | {"content":"","stop":true}                                                              | EMPTY_OUTPUT
            400 | {"error":{"code":400,"message":"too big","type":"exceed_context_size_error"}}           | LENGTH
            400 | {"error":{"code":400,"message":"bad","type":"invalid_request_error"}}                   | BAD_REQUEST
            401 | {"error":{"code":401,"message":"Invalid API Key","type":"authentication_error"}}        | AUTH
            501 | {"error":{"code":501,"message":"no","type":"not_supported_error"}}                      | SERVER_ERROR
            503 | {"error":{"code":503,"message":"Loading model","type":"unavailable_error"}}             | OVERLOAD
            """)
    void sortsFailuresOfWholeAnswers(int status, String body, FailureKind kind) {
        assertThat(whole(status, body).trouble().kind()).isEqualTo(kind);
    }

    private static CutAnywhere read(String body) {
        return CutAnywhere.stream("llamacpp-completion", "text/event-stream", body);
    }

    private static AnswerResult whole(int status, String body) {
        return new Feeding("llamacpp-completion", false, new AnswerHead(status, Map.of()))
                .whole(body)
                .end(BodyEnd.CLEAN);
    }
}
