package io.github.llmperf.protocol.ollama;

import static io.github.llmperf.protocol.StreamEvent.END;
import static io.github.llmperf.protocol.StreamEvent.FINISH;
import static io.github.llmperf.protocol.StreamEvent.HIDDEN_OUTPUT;
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

class OllamaStreamTests {

    private static final String A = "{\"model\":\"m\",\"response\":\"a\",\"done\":false}\n";
    private static final String STOP = "{\"model\":\"m\",\"response\":\"\",\"done\":true,\"done_reason\":\"stop\"}\n";

    @Test
    void readsThinkingOfGenerate() {
        CutAnywhere read = generate("{\"response\":\"\",\"thinking\":\"hm\",\"done\":false}\n"
                + "{\"response\":\"\",\"done\":false}\n" + A + STOP);

        assertThat(read.failure()).isNull();
        assertThat(read.events()).containsExactly(HIDDEN_OUTPUT, OTHER, VISIBLE_OUTPUT, FINISH, END);
        assertThat(read.answer().reasoningText()).isEqualTo("hm");
        assertThat(read.answer().text()).isEqualTo("a");
        assertThat(read.answer().finishReason()).isEqualTo("stop");
        assertThat(read.answer().tokensFrom()).isEqualTo(TokensFrom.EVENTS);
        assertThat(read.answer().outputTokens()).isEqualTo(2);
        assertThat(read.answer().serverTimes()).isEmpty();
        assertThat(read.answer().warnings()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"m, m", "org/name:7b, org/name:7b", "/build/17/m.gguf, m.gguf", "C:\\\\build\\\\m.gguf, m.gguf"})
    void readsTheModelWithoutItsDirectory(String said, String model) {
        assertThat(generate(A.replace("\"m\"", '"' + said + '"') + STOP)
                        .answer()
                        .model())
                .isEqualTo(model);
    }

    @Test
    void readsNoEndlessModel() {
        assertThat(generate(A.replace("\"m\"", '"' + "m".repeat(1000) + '"') + STOP)
                        .answer()
                        .model())
                .hasSize(200);
        assertThat(generate(A.replace("\"m\"", "\"\"") + STOP).answer().model()).isEqualTo("m");
    }

    @Test
    void readsChatWithToolCalls() {
        CutAnywhere read = chat("{\"message\":{\"role\":\"assistant\",\"content\":\"\",\"tool_calls\":[{\"function\":"
                + "{\"name\":\"f\",\"arguments\":{\"code\":7}}}]},\"done\":false}\n"
                + "{\"message\":{\"role\":\"assistant\",\"content\":\"\"},\"done\":true,\"done_reason\":\"stop\","
                + "\"prompt_eval_count\":5,\"eval_count\":12,\"total_duration\":2500000,\"load_duration\":1000000,"
                + "\"prompt_eval_duration\":500000,\"eval_duration\":750000}\n");

        Answer answer = read.answer();
        assertThat(read.failure()).isNull();
        assertThat(read.events()).containsExactly(HIDDEN_OUTPUT, FINISH, END);
        assertThat(answer.toolChunks()).isEqualTo(1);
        assertThat(answer.promptTokens()).isEqualTo(5);
        assertThat(answer.outputTokens()).isEqualTo(12);
        assertThat(answer.tokensFrom()).isEqualTo(TokensFrom.USAGE);
        assertThat(answer.serverTimes())
                .isEqualTo(Map.of(
                        "serverTotal",
                        2.5,
                        "serverLoad",
                        1.0,
                        "serverPrefill",
                        0.5,
                        "serverDecode",
                        0.75,
                        "serverTtft",
                        1.5,
                        "serverTpot",
                        0.75 / 11));
    }

    @Test
    void readsTheLastTextOfTheLineThatEnds() {
        assertThat(generate(A + "{\"response\":\"b\",\"done\":true,\"done_reason\":\"length\"}")
                        .answer()
                        .text())
                .isEqualTo("ab");
    }

    @ParameterizedTest
    @CsvSource({"load, EMPTY_OUTPUT", "unload, EMPTY_OUTPUT", "stop, EMPTY_OUTPUT"})
    void failsWithoutOutput(String reason, FailureKind kind) {
        CutAnywhere read = generate("{\"response\":\"\",\"done\":true,\"done_reason\":\"" + reason + "\"}\n");

        assertThat(read.failure()).isEqualTo(kind);
        assertThat(read.reading().trouble().message()).isEqualTo("the stream has no output; finish_reason " + reason);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            {"error":"an error was encountered while running the model"}                   | STREAM_ERROR
            {"error":"server busy, please try again.  maximum pending requests exceeded"} | OVERLOAD
            {"error":"the input length exceeds the context length"}                       | LENGTH
            {"response":                                                                  | PROTOCOL
            """)
    void findsErrorsInsideAStream(String line, FailureKind kind) {
        CutAnywhere read = generate(A + line + "\n");

        assertThat(read.failure()).isEqualTo(kind);
        assertThat(read.answer().text()).isEqualTo("a");
    }

    @ParameterizedTest
    @CsvSource({"CLEAN, false, TRUNCATED", "CUT, false, TRUNCATED", "CUT, true,", "CLEAN, true,"})
    void judgesTheEnd(BodyEnd end, boolean done, FailureKind kind) {
        CutAnywhere read = CutAnywhere.read(
                "ollama-generate", Workloads.stream(true), "?", "application/x-ndjson", A + (done ? STOP : ""), end);

        assertThat(read.failure()).isEqualTo(kind);
        assertThat(read.answer().warnings()).hasSize(done && end == BodyEnd.CUT ? 1 : 0);
    }

    @Test
    void readsLinesWhateverTheyAreCalled() {
        assertThat(CutAnywhere.stream("ollama-generate", "text/plain", A + STOP).failure())
                .isNull();
    }

    @Test
    void readsWholeAnswers() {
        Answer generated = whole(
                        "ollama-generate",
                        200,
                        "{\"response\":\"ab\",\"thinking\":\"hm\",\"done\":true,\"done_reason\":\"length\","
                                + "\"context\":[1],\"eval_count\":2,\"eval_duration\":6000000}")
                .answer();
        Answer chatted = whole(
                        "ollama-chat",
                        200,
                        "{\"message\":{\"role\":\"assistant\",\"content\":\"ab\",\"thinking\":\"hm\"},\"done\":true,"
                                + "\"done_reason\":\"length\",\"eval_count\":2,\"eval_duration\":6000000}")
                .answer();

        assertThat(generated).isEqualTo(chatted);
        assertThat(chatted.text()).isEqualTo("ab");
        assertThat(chatted.reasoningText()).isEqualTo("hm");
        assertThat(chatted.outputTokens()).isEqualTo(2);
        assertThat(chatted.serverTimes()).isEqualTo(Map.of("serverDecode", 6.0, "serverTpot", 6.0));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            200 | {"hello":1}                                                                                           | PROTOCOL
            200 | {"error":"boom"}                                                                                      | SERVER_ERROR
            400 | {"error":"the prompt is longer than the context length currently available to the model"}             | LENGTH
            400 | {"error":"invalid options"}                                                                           | BAD_REQUEST
            404 | {"error":"model \\"x\\" not found, try pulling it first"}                                             | BAD_REQUEST
            499 | ''                                                                                                    | BAD_REQUEST
            500 | {"error":"llama runner process has terminated"}                                                       | SERVER_ERROR
            503 | {"error":"server busy, please try again.  maximum pending requests exceeded"}                         | OVERLOAD
            """)
    void sortsFailuresOfWholeAnswers(int status, String body, FailureKind kind) {
        assertThat(whole("ollama-chat", status, body).trouble().kind()).isEqualTo(kind);
    }

    private static CutAnywhere generate(String body) {
        return CutAnywhere.stream("ollama-generate", "application/x-ndjson", body);
    }

    private static CutAnywhere chat(String body) {
        return CutAnywhere.stream("ollama-chat", "application/x-ndjson", body);
    }

    private static AnswerResult whole(String api, int status, String body) {
        return new Feeding(api, false, new AnswerHead(status, Map.of()))
                .whole(body)
                .end(BodyEnd.CLEAN);
    }
}
