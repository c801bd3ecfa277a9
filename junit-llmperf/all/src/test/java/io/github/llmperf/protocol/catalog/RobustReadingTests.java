package io.github.llmperf.protocol.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.protocol.AnswerHead;
import io.github.llmperf.protocol.AnswerResult;
import io.github.llmperf.protocol.BodyEnd;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.Feeding;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a peer can do to a reader, in every framing: nothing. */
class RobustReadingTests {

    private static final int DEEP = 100_000;
    private static final int MEGABYTE = 1 << 20;

    /** How a JSON value becomes an answer of one event, and where its text stands. */
    enum Shape {
        EVENTS(
                "openai-chat",
                "text/event-stream",
                "data: {\"choices\":[{\"delta\":{\"content\":\"%s\"},"
                        + "\"finish_reason\":\"stop\"}]%s}\n\ndata: [DONE]\n\n"),
        EVENTS_CRLF(
                "openai-chat",
                "text/event-stream",
                "\uFEFF: hi\r\n\r\ndata:{\"choices\":[{\"delta\":{\"content\":"
                        + "\"%s\"},\"finish_reason\":\"stop\"}]%s}\r\n\r\nid: 7\r\ndata:[DONE]"),
        EVENTS_CR(
                "openai-chat",
                "",
                "data: {\"choices\":[{\"delta\":{\"content\":\"%s\"},"
                        + "\"finish_reason\":\"stop\"}]%s}\r\rdata: [DONE]\r\r"),
        LINES(
                "openai-chat",
                "application/x-ndjson",
                "{\"choices\":[{\"delta\":{\"content\":\"%s\"}," + "\"finish_reason\":\"stop\"}]%s}\n"),
        WHOLE(
                "openai-chat",
                "application/json",
                "{\"choices\":[{\"message\":{\"content\":\"%s\"}," + "\"finish_reason\":\"stop\"}]%s}");

        private final String api;
        private final String type;
        private final String pattern;

        Shape(String api, String type, String pattern) {
            this.api = api;
            this.type = type;
            this.pattern = pattern;
        }

        String body(String text, String more) {
            return pattern.formatted(text, more);
        }

        AnswerResult read(byte[] body, int step) {
            return new Feeding(api, this != WHOLE, new AnswerHead(200, Map.of("content-type", type)))
                    .inSteps(body, step)
                    .end(BodyEnd.CLEAN);
        }

        AnswerResult read(String body) {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            AnswerResult whole = read(bytes, bytes.length);
            assertThat(read(bytes, 1)).as("byte by byte").isEqualTo(whole);
            assertThat(read(bytes, 8191)).as("in reads").isEqualTo(whole);
            return whole;
        }
    }

    static Stream<Shape> shapes() {
        return Stream.of(Shape.values());
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void takesAMegabyteInOneEvent(Shape shape) {
        String text = "tide".repeat(MEGABYTE / 4);

        assertThat(success(shape, shape.body(text, ""))).isEqualTo(text);
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void takesAMegabyteOfWhatIsNotRead(Shape shape) {
        assertThat(success(shape, shape.body("a", ",\"prompt_logprobs\":[" + "-0.25,".repeat(MEGABYTE / 6) + "0]")))
                .isEqualTo("a");
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void takesNumbersThatJsonDoesNotHave(Shape shape) {
        assertThat(success(shape, shape.body("a", ",\"logprobs\":[NaN,-Infinity,Infinity],\"usage\":NaN")))
                .isEqualTo("a");
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void joinsAndReplacesHalvesOfSurrogatePairs(Shape shape) {
        assertThat(success(shape, shape.body("\\ud83e\\uddf5 \\ud83e \\uddf5", "")))
                .isEqualTo("\uD83E\uDDF5 \uFFFD \uFFFD");
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void replacesMalformedUtf8(Shape shape) {
        byte[] body = shape.body("a?b", "").getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < body.length; i++) {
            body[i] = body[i] == '?' ? (byte) 0xFF : body[i];
        }

        AnswerResult reading = shape.read(body, body.length);

        assertThat(reading.trouble()).isNull();
        assertThat(reading.answer().text()).isEqualTo("a\uFFFDb");
        assertThat(shape.read(body, 1)).isEqualTo(reading);
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void refusesJsonThatIsTooDeep(Shape shape) {
        for (String open : new String[] {"[", "{\"a\":"}) {
            assertThat(kind(shape, shape.body("a", ",\"usage\":" + open.repeat(DEEP))))
                    .isEqualTo(FailureKind.PROTOCOL);
            assertThat(kind(shape, shape.body("a", ",\"x\":" + open.repeat(DEEP))))
                    .isEqualTo(FailureKind.PROTOCOL);
        }
        assertThat(kind(shape, shape.body("a", ",\"x\":" + "[".repeat(DEEP) + "]".repeat(DEEP))))
                .isEqualTo(FailureKind.PROTOCOL);
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void refusesNumbersOfAMegabyte(Shape shape) {
        String digits = "9".repeat(MEGABYTE);

        assertThat(kind(shape, shape.body("a", ",\"usage\":{\"completion_tokens\":" + digits + "}")))
                .isEqualTo(FailureKind.PROTOCOL);
        assertThat(kind(shape, shape.body("a", ",\"usage\":{\"completion_tokens\":0." + digits + "}")))
                .isEqualTo(FailureKind.PROTOCOL);
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void takesNumbersThatAreNoCountsForNone(Shape shape) {
        for (String number :
                new String[] {"1e400", "-1", "0.5", "2147483648", "9".repeat(900), "\"7\"", "null", "{}"}) {
            AnswerResult reading = shape.read(shape.body("a", ",\"usage\":{\"completion_tokens\":" + number + "}"));

            assertThat(reading.trouble()).as(number).isNull();
            assertThat(reading.answer().outputTokens()).as(number).isEqualTo(1);
        }
    }

    private static String success(Shape shape, String body) {
        AnswerResult reading = shape.read(body);
        assertThat(reading.trouble()).isNull();
        return reading.answer().text();
    }

    private static FailureKind kind(Shape shape, String body) {
        return shape.read(body).trouble().kind();
    }
}
