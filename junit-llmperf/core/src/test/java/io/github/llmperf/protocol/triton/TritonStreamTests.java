package io.github.llmperf.protocol.triton;

import static io.github.llmperf.protocol.StreamEvent.OTHER;
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

class TritonStreamTests {

    @Test
    void readsPieces() {
        CutAnywhere read = read(text(" ") + text(" the") + text(" the") + text("") + text(" end"));

        assertThat(read.failure()).isNull();
        assertThat(read.answer().text()).isEqualTo("  the the end");
        assertThat(read.events())
                .containsExactly(VISIBLE_OUTPUT, VISIBLE_OUTPUT, VISIBLE_OUTPUT, OTHER, VISIBLE_OUTPUT);
        assertThat(read.answer().tokensFrom()).isEqualTo(TokensFrom.EVENTS);
        assertThat(read.answer().outputTokens()).isEqualTo(4);
        assertThat(read.answer().finishReason()).isNull();
    }

    @Test
    void readsAccumulatedTexts() {
        CutAnywhere read = read(text("Wind") + text("Wind and") + text("Wind and") + text("Wind and rain"));

        assertThat(read.failure()).isNull();
        assertThat(read.answer().text()).isEqualTo("Wind and rain");
        assertThat(read.events()).containsExactly(VISIBLE_OUTPUT, VISIBLE_OUTPUT, OTHER, VISIBLE_OUTPUT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"accumulate_tokens\":true}", "{\"parameters\":{\"accumulate_tokens\":true}}"})
    void readsAccumulatedTextsThatWereAskedFor(String extraBody) {
        CutAnywhere read = CutAnywhere.read(
                "triton-generate",
                Workloads.of(9, true, false, "", extraBody),
                "?",
                "text/event-stream",
                text("Wind\uFFFD") + text("Wind\uFFFD") + text("Wind"),
                BodyEnd.CLEAN);

        assertThat(read.answer().text()).isEqualTo("Wind");
        assertThat(read.events()).containsExactly(VISIBLE_OUTPUT, OTHER, OTHER);
    }

    @Test
    void addsUpTheTokensOfTheVllmBackEnd() {
        CutAnywhere read = read(counted("ha", 2, "None")
                + counted("ha", 1, "None")
                + counted("", 0, "None")
                + counted("!", 2, "length"));

        assertThat(read.answer().text()).isEqualTo("haha!");
        assertThat(read.answer().outputTokens()).isEqualTo(5);
        assertThat(read.answer().promptTokens()).isEqualTo(7);
        assertThat(read.answer().tokensFrom()).isEqualTo(TokensFrom.USAGE);
        assertThat(read.answer().finishReason()).isEqualTo("length");
    }

    @Test
    void readsSeveralChoices() {
        Answer answer = read("data: {\"text_output\":[\"a\",\"x\"],\"num_output_tokens\":[1,2],"
                        + "\"num_input_tokens\":[7],\"finish_reason\":[\"None\",\"stop\"]}\n\n"
                        + "data: {\"text_output\":[\"b\",\"\"],\"num_output_tokens\":[1,0],"
                        + "\"finish_reason\":[\"stop\",\"stop\"]}\n\n")
                .answer();

        assertThat(answer.text()).isEqualTo("ab");
        assertThat(answer.outputChars()).isEqualTo(3);
        assertThat(answer.outputTokens()).isEqualTo(4);
        assertThat(answer.promptTokens()).isEqualTo(7);
        assertThat(answer.finishReason()).isEqualTo("stop");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            data: {"error":"Encountered error for requestId 42: out of KV blocks"}          | CLEAN | STREAM_ERROR
            data: {"error":"Input length exceeds max input length; prompt length exceeds it"} | CLEAN | LENGTH
            data: {"error":"[request id: 4] Exceeds maximum queue size"} | CLEAN | OVERLOAD
            data: {"detail":"model is gone"}                                                | CLEAN | STREAM_ERROR
            data: {"text_output":                                                           | CLEAN | PROTOCOL
            ''                                                                              | CUT   | TRUNCATED
            """)
    void findsWhatIsWrongInsideAStream(String event, BodyEnd end, FailureKind kind) {
        CutAnywhere read = CutAnywhere.read(
                "triton-generate",
                Workloads.stream(true),
                "?",
                "text/event-stream; charset=utf-8",
                text("Wind") + event + "\n\n",
                end);

        assertThat(read.failure()).isEqualTo(kind);
        assertThat(read.answer().text()).isEqualTo("Wind");
    }

    @Test
    void acceptsAWholeLastEventButNotABrokenOne() {
        assertThat(read(text("a") + text("b").stripTrailing()).answer().text()).isEqualTo("ab");
        assertThat(read(text("a") + "data: {\"text_out").failure()).isEqualTo(FailureKind.TRUNCATED);
    }

    @Test
    void failsWithoutOutput() {
        assertThat(read(text("")).failure()).isEqualTo(FailureKind.EMPTY_OUTPUT);
        assertThat(read("").failure()).isEqualTo(FailureKind.EMPTY_OUTPUT);
    }

    @Test
    void readsAWholeAnswer() {
        Answer answer = whole(
                        200,
                        "{\"model_name\":\"m\",\"model_version\":\"1\",\"text_output\":\"ab\",\"num_output_tokens\":3,"
                                + "\"num_input_tokens\":7,\"finish_reason\":\"stop\"}")
                .answer();

        assertThat(answer.text()).isEqualTo("ab");
        assertThat(answer.outputTokens()).isEqualTo(3);
        assertThat(answer.finishReason()).isEqualTo("stop");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            200 | {"model_name":"m","OUTPUT0":"x"}                                                     | PROTOCOL
            200 | {"error":"boom"}                                                                     | SERVER_ERROR
            400 | {"error":"generate expects model to produce exactly 1 response, use generate stream"} | BAD_REQUEST
            400 | {"error":"Request for unknown model: 'x' is not found"}                              | BAD_REQUEST
            400 | {"error":"prompt length (9000) exceeds maximum input length"}                        | LENGTH
            422 | {"detail":"max_tokens must be positive"}                                             | BAD_REQUEST
            503 | {"error":"Exceeds maximum queue size"}                                               | OVERLOAD
            """)
    void sortsFailuresOfWholeAnswers(int status, String body, FailureKind kind) {
        assertThat(whole(status, body).trouble().kind()).isEqualTo(kind);
    }

    private static String text(String text) {
        return "data: {\"model_name\":\"ensemble\",\"model_version\":\"1\",\"sequence_id\":0,\"text_output\":\"" + text
                + "\"}\n\n";
    }

    private static String counted(String text, int tokens, String reason) {
        return "data: {\"model_name\":\"v\",\"finish_reason\":\"" + reason + "\",\"num_input_tokens\":7,"
                + "\"num_output_tokens\":" + tokens + ",\"text_output\":\"" + text + "\"}\n\n";
    }

    private static CutAnywhere read(String body) {
        return CutAnywhere.stream("triton-generate", "text/event-stream; charset=utf-8", body);
    }

    private static AnswerResult whole(int status, String body) {
        return new Feeding("triton-generate", false, new AnswerHead(status, Map.of()))
                .whole(body)
                .end(BodyEnd.CLEAN);
    }
}
