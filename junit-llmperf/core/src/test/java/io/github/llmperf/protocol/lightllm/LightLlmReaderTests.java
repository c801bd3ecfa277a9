package io.github.llmperf.protocol.lightllm;

import static io.github.llmperf.protocol.StreamEvent.END;
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

class LightLlmReaderTests {

    private static final AnswerHead STREAM =
            new AnswerHead(200, Map.of("content-type", "text/event-stream; charset=utf-8"));
    private static final AnswerHead WHOLE = new AnswerHead(200, Map.of("content-length", "1"));
    private static final String FIRST = event("稻", 1, "null", "false,\"finish_reason\":null");
    private static final String LAST = event("田", 2, "null", "true,\"finish_reason\":\"length\"");
    private static final String LAST_OF_TGI = event("田", 2, "\"稻田\"", "true,\"finish_reason\":\"stop\"");

    @Test
    void readsItsOwnShape() {
        Feeding feeding = stream(FIRST + LAST);
        AnswerResult reading = feeding.end(BodyEnd.CLEAN);

        assertThat(reading.trouble()).isNull();
        assertRead(reading.answer(), "length");
        assertThat(feeding.events()).containsExactly(VISIBLE_OUTPUT, VISIBLE_OUTPUT, END);
    }

    @Test
    void readsTheSameByteByByte() {
        byte[] body = (FIRST + LAST).getBytes(StandardCharsets.UTF_8);

        assertThat(new Feeding("lightllm-generate", true, STREAM)
                        .inSteps(body, 1)
                        .end(BodyEnd.CLEAN))
                .isEqualTo(stream(FIRST + LAST).end(BodyEnd.CLEAN));
    }

    @Test
    void readsTheShapeOfTgi() {
        Feeding feeding = stream(FIRST + LAST_OF_TGI);

        assertRead(feeding.end(BodyEnd.CLEAN).answer(), "stop");
        assertThat(feeding.events()).containsExactly(VISIBLE_OUTPUT, VISIBLE_OUTPUT, END);
    }

    @Test
    void takesAPromptOfNoTokensForUnknown() {
        assertThat(stream((FIRST + LAST).replace("\"prompt_tokens\":8", "\"prompt_tokens\":0"))
                        .end(BodyEnd.CLEAN)
                        .answer()
                        .promptTokens())
                .isEqualTo(-1);
    }

    @Test
    void readsAWholeAnswerWithItsListOfTexts() {
        Answer answer = whole("{\"generated_text\":[\"稻田\"],\"count_output_tokens\":2,\"finish_reason\":\"stop\","
                        + "\"prompt_tokens\":8,\"tokens\":[{\"text\":\"稻\"}]}")
                .answer();

        assertThat(answer.contentChunks()).isEqualTo(1);
        assertThat(answer.text()).isEqualTo("稻田");
        assertThat(answer.outputTokens()).isEqualTo(2);
        assertThat(answer.promptTokens()).isEqualTo(8);
        assertThat(answer.finishReason()).isEqualTo("stop");
    }

    @Test
    void addsUpTheCountsOfSeveralAnswers() {
        Answer answer = whole("{\"generated_text\":[\"ab\",\"cde\"],\"count_output_tokens\":[2,3],"
                        + "\"finish_reason\":[\"stop\",\"length\"],\"prompt_tokens\":8}")
                .answer();

        assertThat(answer.text()).isEqualTo("ab");
        assertThat(answer.outputChars()).isEqualTo(5);
        assertThat(answer.outputTokens()).isEqualTo(5);
        assertThat(answer.finishReason()).isEqualTo("stop");
    }

    @Test
    void readsAWholeAnswerInTheShapeOfTgi() {
        String object = "{\"generated_text\":\"稻田\",\"details\":{\"generated_tokens\":2,\"finish_reason\":\"stop\","
                + "\"tokens\":[],\"prompt_tokens\":8,\"beam_sequences\":[]}}";

        assertRead(whole(object).answer(), "stop");
        assertThat(whole("[" + object + "]")).isEqualTo(whole(object));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    417 | {"message":"the input prompt token len 9000 + max_new_tokens 64 > 8192"} | LENGTH
                    417 | {"message":"top_k must be -1 or larger"}                                 | BAD_REQUEST
                    503 | {"message":"Server is busy"}                                             | OVERLOAD
                    """)
    void sortsErrorsByStatusAndWords(int status, String body, FailureKind kind) {
        Trouble trouble = new Feeding("lightllm-generate", true, new AnswerHead(status, Map.of()))
                .whole(body)
                .end(BodyEnd.CLEAN)
                .trouble();

        assertThat(trouble.kind()).isEqualTo(kind);
        assertThat(body).contains(trouble.message());
    }

    @Test
    void isTruncatedWhereTheConnectionBreaks() {
        assertThat(stream(FIRST).end(BodyEnd.CUT).trouble().kind()).isEqualTo(FailureKind.TRUNCATED);
        assertThat(stream(FIRST).end(BodyEnd.CLEAN).trouble())
                .isEqualTo(new Trouble(
                        FailureKind.TRUNCATED, "the stream ended without finished or generated_text", null));
    }

    private static void assertRead(Answer answer, String finishReason) {
        assertThat(answer.text()).isEqualTo("稻田");
        assertThat(answer.outputTokens()).isEqualTo(2);
        assertThat(answer.tokensFrom()).isEqualTo(TokensFrom.USAGE);
        assertThat(answer.promptTokens()).isEqualTo(8);
        assertThat(answer.finishReason()).isEqualTo(finishReason);
    }

    private static String event(String text, int count, String generated, String finished) {
        return "data:{\"token\":{\"id\":7,\"text\":\"" + text + "\",\"logprob\":-0.5,\"special\":false,"
                + "\"count_output_tokens\":" + count + ",\"prompt_tokens\":8},\"generated_text\":" + generated
                + ",\"finished\":" + finished + ",\"details\":null}\n\n";
    }

    private static Feeding stream(String body) {
        return new Feeding("lightllm-generate", true, STREAM).whole(body);
    }

    private static AnswerResult whole(String body) {
        return new Feeding("lightllm-generate", false, WHOLE).whole(body).end(BodyEnd.CLEAN);
    }
}
