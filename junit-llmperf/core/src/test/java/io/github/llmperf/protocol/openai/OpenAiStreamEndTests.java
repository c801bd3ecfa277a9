package io.github.llmperf.protocol.openai;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.protocol.Answer;
import io.github.llmperf.protocol.AnswerHead;
import io.github.llmperf.protocol.AnswerResult;
import io.github.llmperf.protocol.BodyEnd;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.Feeding;
import io.github.llmperf.protocol.Trouble;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How a stream ends, and what stands in for one. */
class OpenAiStreamEndTests {

    private static final AnswerHead STREAM = new AnswerHead(200, Map.of("content-type", "text/event-stream"));
    private static final String TEXT = "data: {\"choices\":[{\"delta\":{\"content\":\"Hi\"}}]}\n\n";
    private static final String STOP = "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n";
    private static final String DONE = "data: [DONE]\n\n";

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

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
