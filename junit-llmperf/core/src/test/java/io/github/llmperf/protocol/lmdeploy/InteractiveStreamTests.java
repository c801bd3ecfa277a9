package io.github.llmperf.protocol.lmdeploy;

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
import io.github.llmperf.protocol.Workloads;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InteractiveStreamTests {

    private static final String A =
            "{\"text\":\"hé\",\"tokens\":2,\"input_tokens\":9,\"history_tokens\":0,\"finish_reason\":null}\n";
    private static final String STOP =
            "{\"text\":\"\",\"tokens\":5,\"input_tokens\":9,\"history_tokens\":0,\"finish_reason\":\"stop\"}\n";

    @Test
    void readsLinesThatCallThemselvesAnEventStream() {
        CutAnywhere read = read(A
                + "{\"text\":\"hé\",\"tokens\":4,\"input_tokens\":9,\"history_tokens\":0,\"finish_reason\":null}\n"
                + STOP);

        assertThat(read.failure()).isNull();
        assertThat(read.events()).containsExactly(VISIBLE_OUTPUT, VISIBLE_OUTPUT, TOKEN);
        assertThat(read.answer().text()).isEqualTo("héhé");
        assertThat(read.answer().outputTokens()).isEqualTo(5);
        assertThat(read.answer().promptTokens()).isEqualTo(9);
        assertThat(read.answer().finishReason()).isEqualTo("stop");
        assertThat(read.answer().warnings()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            {"text":"internal error happened","tokens":2,"finish_reason":"error"}                        | STREAM_ERROR
            {"object":"error","message":"Request rate too high: too many requests","code":429}           | OVERLOAD
            {"text":"b","tokens":3,"finish_reason":null                                                  | PROTOCOL
            {"text":"b","tokens":3,"finish_reason":null}                                                 | TRUNCATED
            """)
    void findsWhatIsWrongInsideAStream(String line, FailureKind kind) {
        assertThat(read(A + line + "\n").failure()).isEqualTo(kind);
    }

    @ParameterizedTest
    @CsvSource({"CLEAN, false, TRUNCATED", "CUT, false, TRUNCATED", "CUT, true, TRUNCATED", "CLEAN, true,"})
    void judgesTheEnd(BodyEnd end, boolean finished, FailureKind kind) {
        CutAnywhere read = CutAnywhere.read(
                "lmdeploy-interactive",
                Workloads.stream(true),
                "?",
                "text/event-stream",
                A + (finished ? STOP : ""),
                end);

        assertThat(read.failure()).isEqualTo(kind);
    }

    @Test
    void saysThatAPromptIsTooLong() {
        assertThat(read("{\"text\":\"\",\"tokens\":0,\"input_tokens\":9000,\"finish_reason\":\"length\"}\n")
                        .failure())
                .isEqualTo(FailureKind.LENGTH);
        assertThat(read(A + STOP.replace("stop", "length")).failure()).isNull();
    }

    @Test
    void failsWithoutOutput() {
        assertThat(read(STOP).failure()).isEqualTo(FailureKind.EMPTY_OUTPUT);
    }

    @Test
    void readsAWholeAnswer() {
        Answer answer = whole(
                        200,
                        "{\"text\":\"ab\",\"tokens\":2,\"input_tokens\":9,\"history_tokens\":0,"
                                + "\"finish_reason\":\"length\"}")
                .answer();

        assertThat(answer.text()).isEqualTo("ab");
        assertThat(answer.outputTokens()).isEqualTo(2);
        assertThat(answer.finishReason()).isEqualTo("length");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            200 | {"hello":1}                                                                                  | PROTOCOL
            200 | {"text":"internal error happened","tokens":0,"finish_reason":"error"}                        | SERVER_ERROR
            400 | {"object":"error","message":"The session_id 3 is occupied.","type":"invalid_request_error"}  | BAD_REQUEST
            400 | {"object":"error","message":"x","type":"context_length_exceeded","code":400}                 | LENGTH
            401 | {"detail":{"error":{"message":"","type":"invalid_request_error","code":"invalid_api_key"}}}  | AUTH
            503 | {"object":"error","message":"busy","code":503}                                               | OVERLOAD
            """)
    void sortsFailuresOfWholeAnswers(int status, String body, FailureKind kind) {
        assertThat(whole(status, body).trouble().kind()).isEqualTo(kind);
    }

    private static CutAnywhere read(String body) {
        return CutAnywhere.stream("lmdeploy-interactive", "text/event-stream", body);
    }

    private static AnswerResult whole(int status, String body) {
        return new Feeding("lmdeploy-interactive", false, new AnswerHead(status, Map.of()))
                .whole(body)
                .end(BodyEnd.CLEAN);
    }
}
