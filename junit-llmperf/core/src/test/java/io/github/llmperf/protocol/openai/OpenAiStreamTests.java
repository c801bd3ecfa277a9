package io.github.llmperf.protocol.openai;

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
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.Feeding;
import io.github.llmperf.protocol.TokensFrom;
import io.github.llmperf.protocol.Trouble;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OpenAiStreamTests {

    private static final AnswerHead STREAM = new AnswerHead(200, Map.of("content-type", "text/event-stream"));
    private static final String TEXT = "data: {\"choices\":[{\"delta\":{\"content\":\"Hi\"}}]}\n\n";
    private static final String STOP = "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n";
    private static final String DONE = "data: [DONE]\n\n";

    @Test
    void tellsFirstOutputFromRolesPingsAndUsage() {
        Feeding feeding = feed("data: {\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":\"\"}}]}\n\n"
                + "event: ping\ndata: {}\n\n"
                + "data: {\"choices\":[],\"prompt_filter_results\":[]}\n\n"
                + "data: {\"choices\":[{\"delta\":{\"reasoning_content\":\"hm\",\"content\":null}}]}\n\n"
                + "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"function\":{\"name\":\"f\"}}]}}]}\n\n"
                + TEXT + STOP
                + "data: {\"choices\":[],\"usage\":{\"completion_tokens\":9}}\n\n"
                + DONE);

        assertThat(feeding.events())
                .containsExactly(OTHER, OTHER, OTHER, HIDDEN_OUTPUT, HIDDEN_OUTPUT, VISIBLE_OUTPUT, FINISH, OTHER, END);
    }

    @Test
    void findsNoOutputInTheFiltersOfAzure() {
        String filter =
                "data: {\"id\":\"\",\"choices\":[{\"index\":0,\"finish_reason\":null,\"content_filter_results\":"
                        + "{\"hate\":{\"filtered\":false}},\"content_filter_offsets\":{\"check_offset\":0}}]}\n\n\n";
        Feeding feeding = feed("data: {\"choices\":[],\"created\":0,\"id\":\"\",\"prompt_filter_results\":"
                + "[{\"prompt_index\":0,\"content_filter_results\":{}}]}\n\n\n"
                + TEXT + filter
                + "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"content_filter\"}]}\n\n"
                + filter + DONE);
        AnswerResult reading = feeding.end(BodyEnd.CLEAN);

        assertThat(feeding.events()).containsExactly(OTHER, VISIBLE_OUTPUT, OTHER, FINISH, OTHER, END);
        assertThat(reading.trouble()).isNull();
        assertThat(reading.answer().finishReason()).isEqualTo("content_filter");
        assertThat(reading.answer().contentChunks()).isEqualTo(1);
        assertThat(reading.answer().warnings()).isEmpty();
    }

    @Test
    void saysThatAFilterLeftNothing() {
        assertThat(read("data: {\"choices\":[],\"prompt_filter_results\":[]}\n\n"
                                + "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"content_filter\"}]}\n\n"
                                + DONE)
                        .trouble())
                .isEqualTo(new Trouble(
                        FailureKind.EMPTY_OUTPUT, "the stream has no output; finish_reason content_filter", null));
    }

    @Test
    void countsAnEmptyListOfToolCallsAsNothing() {
        assertThat(feed("data: {\"choices\":[{\"delta\":{\"tool_calls\":[],\"reasoning\":\"\"}}]}\n\n")
                        .events())
                .containsExactly(OTHER);
    }

    @Test
    void takesTheHighestUsageOverZerosAndPlaceholders() {
        Answer answer = read("data: {\"choices\":[{\"text\":\"a\"}],\"usage\":{\"completion_tokens\":0}}\n\n"
                        + "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":4,\"completion_tokens\":7,"
                        + "\"prompt_tokens_details\":{\"cached_tokens\":3}}}\n\n"
                        + "data: {\"choices\":[{\"text\":\"\",\"finish_reason\":\"stop\"}],\"usage\":{\"completion_tokens\":0}}\n\n"
                        + DONE)
                .answer();

        assertThat(answer.outputTokens()).isEqualTo(7);
        assertThat(answer.promptTokens()).isEqualTo(4);
        assertThat(answer.cachedTokens()).isEqualTo(3);
        assertThat(answer.tokensFrom()).isEqualTo(TokensFrom.USAGE);
    }

    @Test
    void countsEventsWhereTheServerCountsNothing() {
        Answer answer = read(TEXT + TEXT + STOP + DONE).answer();

        assertThat(answer.outputTokens()).isEqualTo(2);
        assertThat(answer.tokensFrom()).isEqualTo(TokensFrom.EVENTS);
        assertThat(answer.promptTokens()).isEqualTo(-1);
    }

    @Test
    void addsCachedTokensToThePromptOfLlamaCpp() {
        Answer answer = read(TEXT + "data: {\"choices\":[],\"timings\":{\"cache_n\":5,\"prompt_n\":7,\"prompt_ms\":1.5,"
                        + "\"predicted_n\":3,\"predicted_ms\":NaN}}\n\n" + STOP + DONE)
                .answer();

        assertThat(answer.promptTokens()).isEqualTo(12);
        assertThat(answer.cachedTokens()).isEqualTo(5);
        assertThat(answer.outputTokens()).isEqualTo(3);
        assertThat(answer.serverTimes()).isEqualTo(Map.of("serverPrefill", 1.5, "serverTtft", 1.5));
    }

    @Test
    void keepsChoicesApart() {
        Answer answer = read("data: {\"choices\":[{\"index\":1,\"delta\":{\"content\":\"other\"}}]}\n\n"
                        + TEXT
                        + "data: {\"choices\":[{\"index\":1,\"delta\":{},\"finish_reason\":\"length\"}]}\n\n" + STOP
                        + DONE)
                .answer();

        assertThat(answer.text()).isEqualTo("Hi");
        assertThat(answer.outputChars()).isEqualTo(7);
        assertThat(answer.contentChunks()).isEqualTo(2);
        assertThat(answer.finishReason()).isEqualTo("stop");
    }

    @Test
    void joinsHalvesOfSurrogatePairsAcrossDeltasAndReplacesLoneOnes() {
        Answer answer = read("data: {\"choices\":[{\"delta\":{\"content\":\"\\ud83e\"}}]}\n\n"
                        + "data: {\"choices\":[{\"delta\":{\"content\":\"\\uddf5\"}}]}\n\n"
                        + "data: {\"choices\":[{\"delta\":{\"content\":\"\\ud83e\"}}]}\n\n" + STOP + DONE)
                .answer();

        assertThat(answer.text()).isEqualTo("\uD83E\uDDF5\uFFFD");
        assertThat(answer.outputChars()).isEqualTo(2);
    }

    @Test
    void readsContentInParts() {
        Answer answer = read("data: {\"choices\":[{\"delta\":{\"content\":["
                        + "{\"type\":\"thinking\",\"thinking\":[{\"type\":\"text\",\"text\":\"hm\"}]},"
                        + "{\"type\":\"text\",\"text\":\"Hi\"}]}}]}\n\n" + STOP + DONE)
                .answer();

        assertThat(answer.text()).isEqualTo("Hi");
        assertThat(answer.reasoningText()).isEqualTo("hm");
    }

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

    @Test
    void isTruncatedWithoutAnEndMark() {
        assertThat(read(TEXT).trouble())
                .isEqualTo(
                        new Trouble(FailureKind.TRUNCATED, "the stream ended without finish_reason or [DONE]", null));
        assertThat(read("").trouble().kind()).isEqualTo(FailureKind.TRUNCATED);
    }

    @Test
    void takesAnotherTextForNoAnswer() {
        AnswerHead head = new AnswerHead(200, Map.of("content-type", "text/plain"));
        byte[] body = bytes("It works!\n");

        assertThat(new Feeding("openai-chat", true, head)
                        .inSteps(body, 3)
                        .end(BodyEnd.CLEAN)
                        .trouble())
                .isEqualTo(new Trouble(FailureKind.PROTOCOL, "no answer of a model, but text/plain: It works!", null));
        assertThat(new Feeding("openai-chat", true, STREAM)
                        .whole(body)
                        .end(BodyEnd.CLEAN)
                        .trouble()
                        .kind())
                .isEqualTo(FailureKind.TRUNCATED);
    }

    @Test
    void isTruncatedWhenNothingButCommentsCame() {
        AnswerHead head = new AnswerHead(200, Map.of());

        assertThat(new Feeding("openai-chat", true, head)
                        .whole(bytes(":\n\n: ping\n\n"))
                        .end(BodyEnd.CLEAN)
                        .trouble()
                        .kind())
                .isEqualTo(FailureKind.TRUNCATED);
    }

    @Test
    void readsAStreamWhateverItsContentType() {
        AnswerHead head = new AnswerHead(200, Map.of());

        assertThat(new Feeding("openai-chat", true, head)
                        .whole(bytes(TEXT + STOP + DONE))
                        .end(BodyEnd.CLEAN)
                        .trouble())
                .isNull();
    }

    @Test
    void isTruncatedByAnUncleanEndBeforeDoneEvenIfFinished() {
        assertThat(feed(TEXT + STOP).end(BodyEnd.CUT).trouble())
                .isEqualTo(new Trouble(FailureKind.TRUNCATED, "the connection closed before the end mark", null));
    }

    @Test
    void succeedsWithAWarningOnAnUncleanEndAfterDone() {
        AnswerResult reading = feed(TEXT + STOP + DONE).end(BodyEnd.CUT);

        assertThat(reading.trouble()).isNull();
        assertThat(reading.answer().warnings()).containsExactly("unclean_end");
    }

    @Test
    void acceptsALastEventWithoutItsBlankLineWhenItIsWholeAndTheEndIsClean() {
        assertThat(feed(TEXT + STOP + "data: [DONE]")
                        .end(BodyEnd.CLEAN)
                        .answer()
                        .sawDone())
                .isTrue();
        assertThat(feed(TEXT + STOP.strip()).end(BodyEnd.CLEAN).trouble()).isNull();
        assertThat(feed(TEXT + STOP + "data: {\"cho").end(BodyEnd.CLEAN).trouble())
                .isNull();
        assertThat(feed(TEXT + STOP + "data: [DONE]").end(BodyEnd.CUT).trouble().kind())
                .isEqualTo(FailureKind.TRUNCATED);
    }

    @Test
    void isEmptyWithoutOutput() {
        assertThat(read(STOP + DONE).trouble())
                .isEqualTo(new Trouble(FailureKind.EMPTY_OUTPUT, "the stream has no output; finish_reason stop", null));
    }

    @Test
    void understandsAWholeAnswerThatWasToBeAStream() {
        Feeding feeding = feed("\n{\"choices\":[{\"message\":{\"content\":\"Hi\"},\"finish_reason\":\"stop\"}],"
                + "\"usage\":{\"completion_tokens\":2}}");
        Answer answer = feeding.end(BodyEnd.CLEAN).answer();

        assertThat(answer.text()).isEqualTo("Hi");
        assertThat(answer.warnings()).containsExactly("not_streamed");
        assertThat(feeding.events()).isEmpty();
    }

    @Test
    void understandsAStreamThatWasToBeWhole() {
        Feeding feeding = new Feeding("openai-chat", false, STREAM).whole(bytes(TEXT + STOP + DONE));
        AnswerResult reading = feeding.end(BodyEnd.CLEAN);

        assertThat(reading.answer().text()).isEqualTo("Hi");
        assertThat(reading.answer().warnings()).containsExactly("streamed_unasked");
        assertThat(feeding.events()).isEmpty();
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

    @Test
    void tellsEveryEventOnce() {
        assertThat(feed(TEXT + STOP + DONE + DONE).events()).isEqualTo(List.of(VISIBLE_OUTPUT, FINISH, END, END));
    }
}
