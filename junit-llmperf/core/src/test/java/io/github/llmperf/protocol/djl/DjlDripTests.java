package io.github.llmperf.protocol.djl;

import static io.github.llmperf.protocol.StreamEvent.END;
import static io.github.llmperf.protocol.StreamEvent.VISIBLE_OUTPUT;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.protocol.AnswerHead;
import io.github.llmperf.protocol.AnswerResult;
import io.github.llmperf.protocol.BodyEnd;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.Feeding;
import io.github.llmperf.protocol.StreamEvent;
import io.github.llmperf.protocol.TokensFrom;
import io.github.llmperf.protocol.Trouble;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DjlDripTests {

    private static final AnswerHead JSON = new AnswerHead(200, Map.of("content-type", "application/json"));
    private static final String DOCUMENT = "{\"generated_text\": \"Tin \\\"r\\u00f6f\\\"\\n\\ud83c\\udfe0 水{\\\\\"}";
    private static final String TEXT = "Tin \"röf\"\n\uD83C\uDFE0 水{\\";

    @Test
    void tellsPiecesAsTheyCome() {
        Feeding feeding = drip("{\"generated_text\": \"", "Tin", " roof\\", "n", "\"}");
        AnswerResult reading = feeding.end(BodyEnd.CLEAN);

        assertThat(reading.trouble()).isNull();
        assertThat(reading.answer().text()).isEqualTo("Tin roof\n");
        assertThat(reading.answer().contentChunks()).isEqualTo(3);
        assertThat(reading.answer().outputTokens()).isEqualTo(3);
        assertThat(reading.answer().tokensFrom()).isEqualTo(TokensFrom.EVENTS);
        assertThat(feeding.events()).containsExactly(VISIBLE_OUTPUT, VISIBLE_OUTPUT, VISIBLE_OUTPUT, END);
    }

    @Test
    void readsTheSameTextWhereverItIsCut() {
        byte[] body = DOCUMENT.getBytes(StandardCharsets.UTF_8);
        for (int offset = DOCUMENT.indexOf("Tin"); offset < body.length; offset++) {
            Feeding feeding = new Feeding("djl-invocations", true, JSON).cutAt(body, offset);
            AnswerResult reading = feeding.end(BodyEnd.CLEAN);

            assertThat(reading.trouble()).as("cut at %d", offset).isNull();
            assertThat(reading.answer().text()).as("cut at %d", offset).isEqualTo(TEXT);
            assertThat(feeding.events().stream().filter(StreamEvent.VISIBLE_OUTPUT::equals))
                    .as("cut at %d", offset)
                    .hasSize(reading.answer().contentChunks());
        }
    }

    @Test
    void readsTheSameTextByteByByte() {
        AnswerResult reading = new Feeding("djl-invocations", true, JSON)
                .inSteps(DOCUMENT.getBytes(StandardCharsets.UTF_8), 1)
                .end(BodyEnd.CLEAN);

        assertThat(reading.answer().text()).isEqualTo(TEXT);
        assertThat(reading.answer().contentChunks()).isEqualTo(TEXT.codePointCount(0, TEXT.length()));
    }

    @Test
    void countsAsTheServerDoesWhereDetailsFollow() {
        Feeding feeding = drip(
                "{\"generated_text\": \"Tin",
                " roof\", \"details\": {\"finish_reason\": \"length\",",
                " \"generated_tokens\": 4, \"inputs\": \"}\", \"tokens\": [{\"text\": \"x\"}]}}");
        AnswerResult reading = feeding.end(BodyEnd.CLEAN);

        assertThat(reading.trouble()).isNull();
        assertThat(reading.answer().outputTokens()).isEqualTo(4);
        assertThat(reading.answer().tokensFrom()).isEqualTo(TokensFrom.USAGE);
        assertThat(reading.answer().finishReason()).isEqualTo("length");
        assertThat(feeding.events()).containsExactly(VISIBLE_OUTPUT, VISIBLE_OUTPUT, END);
    }

    @Test
    void isTruncatedBeforeItsClosingBrace() {
        assertThat(drip("{\"generated_text\": \"", "Tin").end(BodyEnd.CLEAN).trouble())
                .isEqualTo(
                        new Trouble(FailureKind.TRUNCATED, "the stream ended without the end of its JSON text", null));
        assertThat(drip("{\"generated_text\": \"Tin", "\"")
                        .end(BodyEnd.CUT)
                        .trouble()
                        .kind())
                .isEqualTo(FailureKind.TRUNCATED);
    }

    @Test
    void seesAnErrorThatWasAppendedToTheText() {
        Feeding feeding = drip("{\"generated_text\": \"Tin", "{\"code\":500,\"message\":\"Inference Engine Failure\"}");
        AnswerResult reading = feeding.end(BodyEnd.CLEAN);

        assertThat(reading.trouble())
                .isEqualTo(new Trouble(FailureKind.STREAM_ERROR, "Inference Engine Failure", "500"));
        assertThat(reading.answer().text()).isEqualTo("Tin");
        assertThat(feeding.events()).containsExactly(VISIBLE_OUTPUT, END);
    }

    @Test
    void seesAnErrorBehindTheText() {
        assertThat(drip("{\"generated_text\": \"Tin", "\"}", "{\"code\":500,\"message\":\"Inference Engine Failure\"}")
                        .end(BodyEnd.CLEAN)
                        .trouble()
                        .kind())
                .isEqualTo(FailureKind.STREAM_ERROR);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\" oops", "\"x", "\\x\"}"})
    void isNotTheFormatWhereTheTextDoesNotGoOnAsJson(String rest) {
        assertThat(drip("{\"generated_text\": \"Tin", rest)
                        .end(BodyEnd.CLEAN)
                        .trouble()
                        .kind())
                .isEqualTo(FailureKind.PROTOCOL);
    }

    @Test
    void isEmptyWithoutText() {
        assertThat(drip("{\"generated_text\": \"", "\"}")
                        .end(BodyEnd.CLEAN)
                        .trouble()
                        .kind())
                .isEqualTo(FailureKind.EMPTY_OUTPUT);
        assertThat(drip("{\"gen").end(BodyEnd.CLEAN).trouble().kind()).isEqualTo(FailureKind.TRUNCATED);
    }

    @Test
    void readsEventsAndLinesThatBeginInPiecesToo() {
        assertThat(drip("\n ", "{", "\"outputs\":[\"Tin\"]}\n")
                        .end(BodyEnd.CLEAN)
                        .answer()
                        .text())
                .isEqualTo("Tin");
        assertThat(drip("da", "ta: {\"token\":{\"id\":1,\"text\":\"Tin\"},\"generated_text\":\"Tin\"}\n\n")
                        .end(BodyEnd.CLEAN)
                        .answer()
                        .text())
                .isEqualTo("Tin");
    }

    private static Feeding drip(String... pieces) {
        Feeding feeding = new Feeding("djl-invocations", true, JSON);
        for (String piece : pieces) {
            feeding.whole(piece);
        }
        return feeding;
    }
}
