package io.github.llmperf.protocol.vllm;

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

class VllmStreamTests {

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\0", "\r\n", ""})
    void readsRecordsHoweverTheyEnd(String end) {
        CutAnywhere read = read(
                "Say: ",
                "{\"text\": [\"Say: \"]}" + (end.isEmpty() ? "\n" : end) + "{\"text\": [\"Say: a\\u00e9\"]}"
                        + (end.isEmpty() ? "\n" : end) + "{\"text\": [\"Say: a\\u00e9\\nb\"]}" + end,
                BodyEnd.CLEAN);

        assertThat(read.failure()).isNull();
        assertThat(read.answer().text()).isEqualTo("aé\nb");
        assertThat(read.events()).containsExactly(OTHER, VISIBLE_OUTPUT, VISIBLE_OUTPUT);
        assertThat(read.answer().tokensFrom()).isEqualTo(TokensFrom.EVENTS);
        assertThat(read.answer().outputTokens()).isEqualTo(2);
        assertThat(read.answer().promptTokens()).isEqualTo(-1);
        assertThat(read.answer().finishReason()).isNull();
        assertThat(read.answer().warnings()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"'Say: ', a b", "'', 'Say: a b'", "'Say: a', ' b'", "'Say so: ', 'Say: a b'", "'Say: a b c', 'Say: a b'"
    })
    void takesOnlyTheExactPromptAway(String prompt, String text) {
        assertThat(read(prompt, "{\"text\":[\"Say: a\"]}\n{\"text\":[\"Say: a b\"]}\n", BodyEnd.CLEAN)
                        .answer()
                        .text())
                .isEqualTo(text);
    }

    @Test
    void takesTheSystemPromptAwayToo() {
        CutAnywhere read = CutAnywhere.read(
                "vllm-generate",
                Workloads.of(9, true, false, "Be kind.", ""),
                "Say: ",
                "",
                "{\"text\":[\"Be kind.\\n\\nSay: a\"]}\n",
                BodyEnd.CLEAN);

        assertThat(read.answer().text()).isEqualTo("a");
    }

    @Test
    void keepsChoicesApart() {
        Answer answer = read(
                        "p ",
                        "{\"text\":[\"p a\",\"p \"]}\n{\"text\":[\"p a\",\"p x\"]}\n{\"text\":[\"p ab\",\"p xyz\"]}\n",
                        BodyEnd.CLEAN)
                .answer();

        assertThat(answer.text()).isEqualTo("ab");
        assertThat(answer.outputChars()).isEqualTo(5);
        assertThat(answer.contentChunks()).isEqualTo(3);
    }

    @Test
    void holdsIncompleteCharactersBack() {
        Answer answer = read(
                        "p",
                        "{\"text\":[\"p\\ufffd\"]}\n{\"text\":[\"p\\ufffd\\ufffd\"]}\n{\"text\":[\"p\\ud83d\\ude00\"]}\n",
                        BodyEnd.CLEAN)
                .answer();

        assertThat(answer.text()).isEqualTo("😀");
        assertThat(answer.contentChunks()).isEqualTo(1);
    }

    @Test
    void readsAWholeAnswer() {
        CutAnywhere read = CutAnywhere.read(
                "vllm-generate",
                Workloads.stream(false),
                "p ",
                "application/json",
                "{\"text\":[\"p ab\\ufffd\"]}",
                BodyEnd.CLEAN);

        assertThat(read.failure()).isNull();
        assertThat(read.answer().text()).isEqualTo("ab\uFFFD");
        assertThat(read.events()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            {"text":["p a"]}\\n                            | CUT   | TRUNCATED
            {"text":["p a"]}\\n{"text":["p a                | CUT   | TRUNCATED
            {"text":["p a"]}\\n{"text":["p a                | CLEAN | TRUNCATED
            {"text":["p a"]}\\n{"te}\\n{"text":["p ab"]}\\n | CLEAN | PROTOCOL
            {"text":["p "]}\\n                             | CLEAN | EMPTY_OUTPUT
            ''                                             | CLEAN | EMPTY_OUTPUT
            Internal Server Error                          | CLEAN | PROTOCOL
            <html></html>                                  | CLEAN | PROTOCOL
            {"error":"engine is dead"}\\n                   | CLEAN | STREAM_ERROR
            """)
    void saysWhatIsWrong(String body, BodyEnd end, FailureKind kind) {
        assertThat(read("p ", body.replace("\\n", "\n"), end).failure()).isEqualTo(kind);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            500 | Internal Server Error                                                  | SERVER_ERROR
            422 | {"detail":[{"loc":["body"],"msg":"field required"}]}                     | BAD_REQUEST
            400 | {"detail":"the prompt is longer than the maximum model length of 2048"} | LENGTH
            499 | ''                                                                     | BAD_REQUEST
            """)
    void sortsErrorStatuses(int status, String body, FailureKind kind) {
        AnswerResult reading = new Feeding("vllm-generate", true, new AnswerHead(status, Map.of()))
                .whole(body)
                .end(BodyEnd.CLEAN);

        assertThat(reading.trouble().kind()).isEqualTo(kind);
    }

    private static CutAnywhere read(String prompt, String body, BodyEnd end) {
        return CutAnywhere.read("vllm-generate", Workloads.stream(true), prompt, "", body, end);
    }
}
