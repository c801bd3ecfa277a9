package io.github.llmperf.protocol.tgi;

import static io.github.llmperf.protocol.StreamEvent.END;
import static io.github.llmperf.protocol.StreamEvent.TOKEN;
import static io.github.llmperf.protocol.StreamEvent.VISIBLE_OUTPUT;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.plan.Target;
import io.github.llmperf.prompt.Prompt;
import io.github.llmperf.protocol.Answer;
import io.github.llmperf.protocol.AnswerHead;
import io.github.llmperf.protocol.AnswerReader;
import io.github.llmperf.protocol.AnswerResult;
import io.github.llmperf.protocol.BodyEnd;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.Feeding;
import io.github.llmperf.protocol.RequestContext;
import io.github.llmperf.protocol.TokensFrom;
import io.github.llmperf.protocol.Trouble;
import io.github.llmperf.protocol.Workloads;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TgiReaderTests {

    private static final AnswerHead STREAM = new AnswerHead(200, Map.of("content-type", "text/event-stream"));
    private static final AnswerHead JSON = new AnswerHead(200, Map.of("content-type", "application/json"));
    private static final String FIRST =
            "data: {\"index\":1,\"token\":{\"id\":5,\"text\":\"Tide\",\"logprob\":-0.1,\"special\":false},"
                    + "\"generated_text\":null,\"details\":null}\n\n";
    private static final String SPECIAL =
            "data:{\"index\":2,\"token\":{\"id\":2,\"text\":\"</s>\",\"logprob\":NaN,\"special\":true},"
                    + "\"generated_text\":\"Tide\",\"details\":";
    private static final String LAST = SPECIAL + "{\"finish_reason\":\"eos_token\",\"generated_tokens\":2,"
            + "\"seed\":null,\"input_length\":9}}\n\n";

    @Test
    void readsTokensAndTheDetailsOfTheLast() {
        Feeding feeding = stream(":\n\n" + FIRST + ":\n\n" + LAST);
        AnswerResult reading = feeding.end(BodyEnd.CLEAN);

        assertThat(reading.trouble()).isNull();
        assertThat(reading.answer()).satisfies(answer -> {
            assertThat(answer.text()).isEqualTo("Tide");
            assertThat(answer.contentChunks()).isEqualTo(1);
            assertThat(answer.outputTokens()).isEqualTo(2);
            assertThat(answer.tokensFrom()).isEqualTo(TokensFrom.USAGE);
            assertThat(answer.promptTokens()).isEqualTo(9);
            assertThat(answer.finishReason()).isEqualTo("eos_token");
            assertThat(answer.warnings()).isEmpty();
        });
        assertThat(feeding.events()).containsExactly(VISIBLE_OUTPUT, TOKEN, END);
    }

    @Test
    void readsTheSameByteByByte() {
        byte[] body = (FIRST + LAST).getBytes(StandardCharsets.UTF_8);

        assertThat(new Feeding("tgi-generate", true, STREAM).inSteps(body, 1).end(BodyEnd.CLEAN))
                .isEqualTo(stream(FIRST + LAST).end(BodyEnd.CLEAN));
    }

    @Test
    void countsTokenObjectsWithoutDetails() {
        Answer answer = stream(FIRST + SPECIAL + "null}\n\n").end(BodyEnd.CLEAN).answer();

        assertThat(answer.outputTokens()).isEqualTo(2);
        assertThat(answer.tokensFrom()).isEqualTo(TokensFrom.OBJECTS);
        assertThat(answer.promptTokens()).isEqualTo(-1);
        assertThat(answer.finishReason()).isNull();
    }

    @Test
    void readsTheDetailsOfLorax() {
        Answer answer = stream(FIRST + SPECIAL + "{\"finish_reason\":\"length\",\"prompt_tokens\":7,"
                        + "\"generated_tokens\":2,\"seed\":1}}\n\n")
                .end(BodyEnd.CLEAN)
                .answer();

        assertThat(answer.promptTokens()).isEqualTo(7);
        assertThat(answer.outputTokens()).isEqualTo(2);
    }

    @Test
    void takesTheWholeTextWhereNoTokenHadAny() {
        String quiet = "data:{\"token\":{\"id\":5,\"text\":\"\",\"special\":false},\"generated_text\":null}\n\n";
        Feeding feeding = stream(quiet + SPECIAL + "null}\n\n");

        assertThat(feeding.end(BodyEnd.CLEAN).answer().text()).isEqualTo("Tide");
        assertThat(feeding.events()).containsExactly(TOKEN, VISIBLE_OUTPUT, END);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {"error":"Model is overloaded","error_type":"overloaded"}                  | OVERLOAD
                    {"error":"Input validation error: `temperature` must be strictly positive","error_type":"validation"} | STREAM_ERROR
                    {"error":"Input validation error: `inputs` tokens + `max_new_tokens` must be <= 2048","error_type":"validation"} | LENGTH
                    {"error":"Input validation error: `inputs` must have less than 1024 tokens","error_type":"validation"} | LENGTH
                    {"error":"Request failed during generation: Server error: CANCELLED","error_type":"generation"} | STREAM_ERROR
                    {"error":"Incomplete generation stream","error_type":"incomplete_generation_stream"} | STREAM_ERROR
                    """)
    void sortsErrorsInsideAStream(String error, FailureKind kind) {
        Feeding feeding = stream(FIRST + "data:" + error + "\n\n");

        assertThat(feeding.end(BodyEnd.CLEAN).trouble().kind()).isEqualTo(kind);
        assertThat(feeding.events()).containsExactly(VISIBLE_OUTPUT, END);
    }

    @Test
    void takesAnErrorForTheFinishReasonOfAnError() {
        AnswerResult reading =
                stream(FIRST + SPECIAL + "{\"finish_reason\":\"error\"}}\n\n").end(BodyEnd.CLEAN);

        assertThat(reading.trouble())
                .isEqualTo(new Trouble(
                        FailureKind.STREAM_ERROR, "the server ended the answer with finish_reason \"error\"", null));
    }

    @Test
    void isTruncatedWithoutTheWholeText() {
        assertThat(stream(FIRST).end(BodyEnd.CLEAN).trouble())
                .isEqualTo(new Trouble(FailureKind.TRUNCATED, "the stream ended without generated_text", null));
        assertThat(stream(FIRST).end(BodyEnd.CUT).trouble().kind()).isEqualTo(FailureKind.TRUNCATED);
    }

    @Test
    void succeedsWithAWarningWhenTheConnectionBreaksBehindTheLastEvent() {
        AnswerResult reading = stream(FIRST + LAST).end(BodyEnd.CUT);

        assertThat(reading.trouble()).isNull();
        assertThat(reading.answer().warnings()).containsExactly("unclean_end");
    }

    @Test
    void isEmptyWhereOnlyTheEndTokenCame() {
        String end = "data: {\"token\":{\"id\":2,\"text\":\"</s>\",\"special\":true},\"generated_text\":\"\","
                + "\"details\":{\"finish_reason\":\"eos_token\",\"generated_tokens\":1,\"input_length\":9}}\n\n";

        assertThat(stream(end).end(BodyEnd.CLEAN).trouble())
                .isEqualTo(new Trouble(
                        FailureKind.EMPTY_OUTPUT, "the stream has no output; finish_reason eos_token", null));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"generated_text\":\"Tide\",\"details\":{\"finish_reason\":\"length\",\"generated_tokens\":3,"
                        + "\"seed\":null,\"prefill\":[],\"tokens\":[{\"id\":1,\"text\":\"x\",\"special\":false}]}}",
                "[{\"generated_text\":\"Tide\",\"details\":{\"finish_reason\":\"length\",\"generated_tokens\":3}}]"
            })
    void readsAWholeAnswerAsAnObjectOrAnArray(String body) {
        AnswerResult reading = whole(body);

        assertThat(reading.trouble()).isNull();
        assertThat(reading.answer().text()).isEqualTo("Tide");
        assertThat(reading.answer().outputTokens()).isEqualTo(3);
        assertThat(reading.answer().finishReason()).isEqualTo("length");
        assertThat(reading.answer().contentChunks()).isEqualTo(1);
    }

    @Test
    void leavesOutThePromptThatARouteRepeats() {
        Target target = Target.at("http://localhost:1/invocations").withApi("tgi-generate");
        RequestContext asked = new RequestContext(target, Workloads.stream(false), Prompt.of("Name a"));
        AnswerReader reader = TgiDialect.answers(asked, JSON, event -> {});
        byte[] body = "[{\"generated_text\":\"Name a tide\"}]".getBytes(StandardCharsets.UTF_8);
        reader.feed(body, 0, body.length);

        assertThat(reader.end(BodyEnd.CLEAN).answer().text()).isEqualTo(" tide");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Name a", "Name a tide"})
    void keepsAnAnswerThatBeginsLikeThePrompt(String prompt) {
        AnswerResult reading = new Feeding("tgi-generate", Workloads.stream(false), prompt, JSON)
                .whole("{\"generated_text\":\"Name a tide\"}")
                .end(BodyEnd.CLEAN);

        assertThat(reading.answer().text()).isEqualTo("Name a tide");
    }

    @Test
    void keepsTheTimesAWholeAnswerStatesInItsHeaders() {
        AnswerHead head = new AnswerHead(200, Map.of("content-type", "application/json", "x-queue-time", "38"));
        Answer answer = new Feeding("tgi-generate", false, head)
                .whole("{\"generated_text\":\"Tide\"}")
                .end(BodyEnd.CLEAN)
                .answer();

        assertThat(answer.serverTimes()).containsEntry("serverQueue", 38.0);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    424 | {"error":"Request failed during generation","error_type":"generation"}  | SERVER_ERROR
                    429 | {"error":"Model is overloaded","error_type":"overloaded"}               | OVERLOAD
                    422 | {"error":"Input validation error","error_type":"validation"}            | BAD_REQUEST
                    422 | {"error":"`inputs` must have less than 1024 tokens. Given: 2000","error_type":"validation"} | LENGTH
                    500 | {"error":"Incomplete generation","error_type":"incomplete_generation"}  | SERVER_ERROR
                    401 | ''                                                                      | AUTH
                    """)
    void sortsErrorsByStatusAndWords(int status, String body, FailureKind kind) {
        assertThat(new Feeding("tgi-generate", true, new AnswerHead(status, Map.of()))
                        .whole(body)
                        .end(BodyEnd.CLEAN)
                        .trouble()
                        .kind())
                .isEqualTo(kind);
    }

    @Test
    void understandsAWholeAnswerThatWasToBeAStream() {
        Feeding feeding = new Feeding("tgi-generate", true, JSON).whole("[{\"generated_text\":\"Tide\"}]");

        assertThat(feeding.end(BodyEnd.CLEAN).answer().warnings()).containsExactly("not_streamed");
        assertThat(feeding.events()).isEmpty();
    }

    private static Feeding stream(String body) {
        return new Feeding("tgi-generate", true, STREAM).whole(body);
    }

    private static AnswerResult whole(String body) {
        return new Feeding("tgi-generate", false, JSON).whole(body).end(BodyEnd.CLEAN);
    }
}
