package io.github.llmperf.protocol.kit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.llmperf.plan.Target;
import io.github.llmperf.prompt.Prompt;
import io.github.llmperf.protocol.AnswerHead;
import io.github.llmperf.protocol.AnswerReader;
import io.github.llmperf.protocol.AnswerResult;
import io.github.llmperf.protocol.BodyEnd;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.RequestContext;
import io.github.llmperf.protocol.StreamEvent;
import io.github.llmperf.protocol.Workloads;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How the first bytes and the content type decide how an answer is read; values are {@code {"t":"text"}}. */
class AnswersTests {

    private static final StreamForm SSE_ONLY = StreamForm.ENDLESS;
    private static final StreamForm ANY = StreamForm.ENDLESS.orLines().orArray();

    private final List<StreamEvent> events = new ArrayList<>();

    @ParameterizedTest
    @ValueSource(strings = {"", "\uFEFF", "\r\n\r\n", " \t\n", "\n\uFEFF\n"})
    void looksAtTheFirstVisibleByte(String before) {
        assertThat(read(SSE_ONLY, "", before + "data: {\"t\":\"a\"}\n\n")
                        .answer()
                        .text())
                .isEqualTo("a");
        assertThat(read(ANY, "", before + "{\"t\":\"b\"}\n").answer().contentChunks())
                .isEqualTo(1);
        assertThat(read(ANY, "", before + "[{\"t\":\"c\"},{\"t\":\"d\"}]")
                        .answer()
                        .contentChunks())
                .isEqualTo(2);
        assertThat(read(ANY, "", before + "<p>").trouble().kind()).isEqualTo(FailureKind.PROTOCOL);
    }

    @Test
    void readsLinesWhereTheFormOrTheTypeSaysSo() {
        String lines = "{\"t\":\"a\"}\n{\"t\":\"b\"}\n";

        assertThat(read(ANY, "text/event-stream", lines).answer().text()).isEqualTo("ab");
        assertThat(read(SSE_ONLY, "application/x-ndjson", lines).answer().text())
                .isEqualTo("ab");
        assertThat(read(SSE_ONLY, "application/jsonlines", lines).answer().text())
                .isEqualTo("ab");
        assertThat(read(SSE_ONLY, "application/json", lines).trouble().kind()).isEqualTo(FailureKind.PROTOCOL);
    }

    @Test
    void readsOneValueThatWasToBeAStream() {
        AnswerResult reading = read(SSE_ONLY, "text/event-stream", "{\"t\":\"a\"}");

        assertThat(reading.trouble()).isNull();
        assertThat(reading.answer().warnings()).containsExactly("not_streamed");
        assertThat(events).isEmpty();
    }

    @Test
    void believesADeclaredPage() {
        assertThat(read(ANY, "text/html", "data: {\"t\":\"a\"}\n\n").trouble().kind())
                .isEqualTo(FailureKind.PROTOCOL);
    }

    @Test
    void saysWhatIsMissingOfAnAnswerThatNeverCame() {
        assertThat(read(SSE_ONLY, "", "").trouble().kind()).isEqualTo(FailureKind.EMPTY_OUTPUT);
        assertThat(read(StreamForm.endingWith("done"), "", "").trouble().message())
                .isEqualTo("the stream ended without done");
    }

    @Test
    void holdsNoMoreThanOneAnswerMayNeed() {
        WholeReader reader = new WholeReader(asked(), head(""), AnswersTests::decode, Fields.ALL, 10);
        byte[] body = "{\"t\":\"abcdef\"}".getBytes(StandardCharsets.UTF_8);
        for (byte b : body) {
            reader.feed(new byte[] {b}, 0, 1);
        }

        assertThat(reader.end(BodyEnd.CLEAN).trouble().message()).isEqualTo("the answer is longer than 10 bytes");
    }

    private AnswerResult read(StreamForm form, String type, String body) {
        events.clear();
        AnswerReader reader = Answers.read(asked(), head(type), events::add, form, AnswersTests::decode);
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        reader.feed(bytes, 0, bytes.length);
        return reader.end(BodyEnd.CLEAN);
    }

    private static boolean decode(JsonNode value, AnswerBuilder answer) {
        answer.text(Json.text(value, "t"));
        return value.has("t");
    }

    private static AnswerHead head(String type) {
        return new AnswerHead(200, Map.of("content-type", type));
    }

    private static RequestContext asked() {
        return new RequestContext(Target.at("http://localhost:1"), Workloads.stream(true), Prompt.of("?"));
    }
}
