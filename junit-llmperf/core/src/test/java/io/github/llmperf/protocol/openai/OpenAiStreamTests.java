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

    private static Feeding feed(String body) {
        return new Feeding("openai-chat", true, STREAM).whole(bytes(body));
    }

    private static AnswerResult read(String body) {
        return feed(body).end(BodyEnd.CLEAN);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void tellsEveryEventOnce() {
        assertThat(feed(TEXT + STOP + DONE + DONE).events()).isEqualTo(List.of(VISIBLE_OUTPUT, FINISH, END, END));
    }
}
