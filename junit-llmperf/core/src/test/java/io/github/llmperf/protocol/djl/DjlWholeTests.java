package io.github.llmperf.protocol.djl;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.protocol.Answer;
import io.github.llmperf.protocol.AnswerHead;
import io.github.llmperf.protocol.AnswerResult;
import io.github.llmperf.protocol.BodyEnd;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.Feeding;
import io.github.llmperf.protocol.Trouble;
import io.github.llmperf.protocol.Workloads;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DjlWholeTests {

    private static final AnswerHead JSON = new AnswerHead(200, Map.of("content-type", "application/json"));
    private static final AnswerHead MEASURED =
            new AnswerHead(200, Map.of("content-type", "application/json", "content-length", "99"));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[{\"generated_text\": \"Tin roof\"}]",
                "[[{\"generated_text\": \"Tin roof\"}]]",
                "[\"Tin roof\"]",
                "[{\"generated_text\": \"Tin roof\"}, {\"generated_text\": \"Slate\"}]",
                "{\"generated_text\": \"Tin roof\"}",
                "{\"outputs\": [\"Tin roof\"]}",
                "{\"body\": {\"generation\": \"Tin roof\", \"stop_reason\": \"length\"}, \"metering\": {}}",
                "{\"choices\":[{\"index\":0,\"message\":{\"content\":\"Tin roof\"},\"finish_reason\":\"stop\"}]}"
            })
    void readsEveryShapeOfAWholeAnswer(String body) {
        Feeding feeding = new Feeding("djl-invocations", false, JSON).whole(body);
        AnswerResult reading = feeding.end(BodyEnd.CLEAN);

        assertThat(reading.trouble()).isNull();
        assertThat(reading.answer().text()).isEqualTo("Tin roof");
        assertThat(reading.answer().contentChunks()).isEqualTo(1);
        assertThat(feeding.events()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[{\"generated_text\": \"Tin roof\", \"details\": {\"finish_reason\": \"eos_token\","
                        + " \"generated_tokens\": 2, \"inputs\": \"Name\", \"tokens\": []}}]",
                "{\"body\": {\"generation\": \"Tin roof\", \"prompt_token_count\": 6, \"generation_token_count\": 2,"
                        + " \"stop_reason\": \"eos_token\"}, \"metering\": {\"inputTokenCount\": 6}}"
            })
    void readsCountsWhereThereAreAny(String body) {
        Answer answer = whole(body).answer();

        assertThat(answer.outputTokens()).isEqualTo(2);
        assertThat(answer.finishReason()).isEqualTo("eos_token");
    }

    @Test
    void leavesOutThePromptThatAPipelineRepeats() {
        assertThat(new Feeding("djl-invocations", Workloads.stream(false), "Name a", JSON)
                        .whole("[[{\"generated_text\": \"Name a roof\"}]]")
                        .end(BodyEnd.CLEAN)
                        .answer()
                        .text())
                .isEqualTo(" roof");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[{\"generated_text\": \"Tin roof\"}]",
                "{\"generated_text\": \"Tin roof\"}",
                "{\"generated_text\": [\"Tin roof\"]}"
            })
    void understandsAWholeAnswerThatWasToBeAStream(String body) {
        for (AnswerHead head : new AnswerHead[] {JSON, MEASURED}) {
            Feeding feeding = new Feeding("djl-invocations", true, head).whole(body);
            AnswerResult reading = feeding.end(BodyEnd.CLEAN);

            assertThat(reading.answer().text()).isEqualTo("Tin roof");
            assertThat(reading.answer().warnings()).containsExactly("not_streamed");
            assertThat(feeding.events()).isEmpty();
        }
    }

    @Test
    void believesTheLengthOfAnAnswerThatItWasNotWrittenInPieces() {
        byte[] body = {
            '{', '"', 'g', 'e', 'n', 'e', 'r', 'a', 't', 'e', 'd', '_', 't', 'e', 'x', 't', '"', ':', '"', 'T', 'i',
            'n', '"', '}'
        };
        Feeding feeding = new Feeding("djl-invocations", true, MEASURED).inSteps(body, 1);

        assertThat(feeding.end(BodyEnd.CLEAN).answer().warnings()).containsExactly("not_streamed");
        assertThat(feeding.events()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void takesAnErrorInPlaceOfAnAnswerForTheServers(boolean stream) {
        AnswerResult reading = new Feeding("djl-invocations", stream, JSON)
                .whole("{\"code\": 500, \"error\": \"CUDA out of memory\"}")
                .end(BodyEnd.CLEAN);

        assertThat(reading.trouble()).isEqualTo(new Trouble(FailureKind.SERVER_ERROR, "CUDA out of memory", "500"));
    }

    @Test
    void seesAnErrorThatWasAppendedToTheText() {
        assertThat(whole("{\"generated_text\": \"Tin{\"code\": 500, \"error\": \"engine failed\"}")
                        .trouble())
                .isEqualTo(new Trouble(FailureKind.SERVER_ERROR, "engine failed", "500"));
        assertThat(whole("{\"generated_text\": \"Tin").trouble().kind()).isEqualTo(FailureKind.PROTOCOL);
    }

    @Test
    void refusesAListOfSomethingElse() {
        assertThat(whole("[1, {\"score\": 2}]").trouble().kind()).isEqualTo(FailureKind.PROTOCOL);
        assertThat(whole("[]").trouble().kind()).isEqualTo(FailureKind.PROTOCOL);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    503 | {"code":503,"type":"WlmCapacityException","message":"Worker queue capacity exceeded"} | OVERLOAD
                    424 | {"error":"prediction failure","code":424}                                             | SERVER_ERROR
                    400 | {"code":400,"type":"BadRequestException","message":"inputs is missing"}               | BAD_REQUEST
                    400 | {"error":"This model's maximum context length is 4096 tokens","code":400}             | LENGTH
                    500 | {"error":"boom","code":500}                                                           | SERVER_ERROR
                    """)
    void sortsErrorsByStatusAndWords(int status, String body, FailureKind kind) {
        Trouble trouble = new Feeding("djl-invocations", true, new AnswerHead(status, Map.of()))
                .whole(body)
                .end(BodyEnd.CLEAN)
                .trouble();

        assertThat(trouble.kind()).isEqualTo(kind);
        assertThat(trouble.code()).isEqualTo(Integer.toString(status));
    }

    private static AnswerResult whole(String body) {
        return new Feeding("djl-invocations", false, JSON).whole(body).end(BodyEnd.CLEAN);
    }
}
