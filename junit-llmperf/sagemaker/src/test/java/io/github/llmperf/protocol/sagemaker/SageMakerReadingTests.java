package io.github.llmperf.protocol.sagemaker;

import static io.github.llmperf.protocol.StreamEvent.END;
import static io.github.llmperf.protocol.StreamEvent.VISIBLE_OUTPUT;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.protocol.AnswerHead;
import io.github.llmperf.protocol.AnswerResult;
import io.github.llmperf.protocol.BodyEnd;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.Feeding;
import io.github.llmperf.protocol.Trouble;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SageMakerReadingTests {

    private static final String TOKENS = "{\"token\":{\"id\":1,\"text\":\"hé\",\"log_prob\":-0.3}}\n"
            + "{\"token\":{\"id\":2,\"text\":\" du\",\"log_prob\":-0.3},\"generated_text\":\"hé du\","
            + "\"details\":{\"finish_reason\":\"length\",\"generated_tokens\":2}}\n";
    private static final String CHAT =
            """
            data: {"choices":[{"delta":{"content":"hé"}}]}

            data: {"choices":[{"delta":{"content":" du"},"finish_reason":"length"}]}

            data: {"choices":[],"usage":{"completion_tokens":2}}

            data: [DONE]

            """;

    @ParameterizedTest
    @ValueSource(strings = {"application/jsonlines", "text/event-stream", "none"})
    void joinsPayloadsHoweverTheyAreCut(String type) {
        byte[] inside = (type.equals("text/event-stream") ? CHAT : TOKENS).getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (int from = 0; from < inside.length; from += 5) {
            body.writeBytes(part(Arrays.copyOfRange(inside, from, Math.min(inside.length, from + 5))));
            body.writeBytes(part(new byte[0]));
        }
        byte[] bytes = body.toByteArray();

        for (int step : new int[] {1, 7, 100, bytes.length}) {
            Feeding feeding = stream(type).inSteps(bytes, step);
            AnswerResult reading = feeding.end(BodyEnd.CLEAN);

            assertThat(reading.trouble()).isNull();
            assertThat(reading.answer().text()).isEqualTo("hé du");
            assertThat(reading.answer().outputTokens()).isEqualTo(2);
            assertThat(reading.answer().finishReason()).isEqualTo("length");
            assertThat(feeding.events().stream().filter(VISIBLE_OUTPUT::equals)).hasSize(2);
        }
    }

    @Test
    void readsChatsWithTheOtherName() {
        Feeding feeding = new Feeding("sagemaker-openai-chat", true, head("text/event-stream"))
                .whole(part(CHAT.getBytes(StandardCharsets.UTF_8)));

        assertThat(feeding.end(BodyEnd.CLEAN).answer().text()).isEqualTo("hé du");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    exception | ModelStreamError      | {"Message":"too slow","ErrorCode":"ModelInvocationTimeExceeded"} | STREAM_ERROR | too slow | ModelInvocationTimeExceeded
                    exception | InternalStreamFailure | {"Message":"oops"}                         | STREAM_ERROR | oops | -
                    exception | InternalStreamFailure | ''                                         | STREAM_ERROR | InternalStreamFailure | -
                    exception | ThrottlingException   | {"Message":"slow down"}                    | OVERLOAD     | slow down | -
                    exception | ModelStreamError      | {"Message":"maximum context length is 5"}  | LENGTH       | maximum context length is 5 | -
                    """,
            nullValues = "-")
    void endsWithAnException(String message, String type, String payload, FailureKind kind, String said, String code) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put(":message-type", message);
        headers.put(":exception-type", type);
        Feeding feeding = stream("application/jsonlines")
                .whole(part(TOKENS.substring(0, TOKENS.indexOf('\n') + 1).getBytes(StandardCharsets.UTF_8)))
                .whole(message(headers, payload.getBytes(StandardCharsets.UTF_8)))
                .whole(part(TOKENS.getBytes(StandardCharsets.UTF_8)));
        AnswerResult reading = feeding.end(BodyEnd.CLEAN);

        assertThat(reading.trouble()).isEqualTo(new Trouble(kind, said, code));
        assertThat(reading.answer().text()).isEqualTo("hé");
        assertThat(feeding.events()).containsExactly(VISIBLE_OUTPUT, END);
    }

    @Test
    void readsAnErrorMessageOfTheFraming() {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put(":message-type", "error");
        headers.put(":error-code", "InternalError");
        headers.put(":error-message", "boom");

        assertThat(stream("application/jsonlines")
                        .whole(message(headers, new byte[0]))
                        .end(BodyEnd.CLEAN)
                        .trouble())
                .isEqualTo(new Trouble(FailureKind.STREAM_ERROR, "boom", null));
    }

    @Test
    void isNoEventStreamWhereAnyByteIsWrong() {
        byte[] good = part(TOKENS.getBytes(StandardCharsets.UTF_8));
        for (int i = 0; i < good.length; i++) {
            byte[] bad = good.clone();
            bad[i] ^= 0x20;
            AnswerResult reading = stream("application/jsonlines").whole(bad).end(BodyEnd.CLEAN);

            assertThat(reading.trouble().kind()).as("byte %d", i).isEqualTo(FailureKind.PROTOCOL);
            assertThat(reading.trouble().message()).startsWith("no AWS event stream: ");
        }
    }

    @Test
    void trustsNoLength() {
        assertThat(refused(Integer.MAX_VALUE, 89)).isEqualTo("no AWS event stream: a message is 2147483647 bytes long");
        assertThat(refused(-1, 89)).isEqualTo("no AWS event stream: a message is 4294967295 bytes long");
        assertThat(refused(15, 0)).isEqualTo("no AWS event stream: a message is 15 bytes long");
        assertThat(refused(400_000, 200_000)).isEqualTo("no AWS event stream: a message has headers of 200000 bytes");
        assertThat(refused(400_000, -1)).isEqualTo("no AWS event stream: a message has headers of 4294967295 bytes");
    }

    private static String refused(int total, int headers) {
        ByteBuffer prelude = ByteBuffer.allocate(12).putInt(total).putInt(headers);
        prelude.putInt((int) crc(prelude.array(), 8));
        return stream("application/jsonlines")
                .whole(prelude.array())
                .whole(new byte[100])
                .end(BodyEnd.CLEAN)
                .trouble()
                .message();
    }

    @Test
    void isTruncatedWhereAMessageIsCut() {
        byte[] body = part(TOKENS.getBytes(StandardCharsets.UTF_8));
        for (int length = 0; length < body.length; length++) {
            AnswerResult reading = stream("application/jsonlines")
                    .whole(Arrays.copyOf(body, length))
                    .end(BodyEnd.CLEAN);

            assertThat(reading.trouble().kind()).as("%d bytes", length).isEqualTo(FailureKind.TRUNCATED);
        }
    }

    @Test
    void readsWholeAnswersAsTheContainerWroteThem() {
        AnswerHead head = new AnswerHead(200, Map.of("content-type", "application/json"));

        assertThat(new Feeding("sagemaker", false, head)
                        .whole("[{\"generated_text\":\"Hi\"}]")
                        .end(BodyEnd.CLEAN)
                        .answer()
                        .text())
                .isEqualTo("Hi");
        assertThat(new Feeding("sagemaker", false, head)
                        .whole("{\"choices\":[{\"message\":{\"content\":\"Hi\"}}]}")
                        .end(BodyEnd.CLEAN)
                        .answer()
                        .text())
                .isEqualTo("Hi");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            textBlock =
                    """
                    400 | ThrottlingException:http://internal.amazon.com/ | {"message":"Rate exceeded"}      | OVERLOAD     | Rate exceeded | -
                    400 | ValidationError            | {"Message":"Endpoint x not found"}                    | BAD_REQUEST  | Endpoint x not found | -
                    400 | UnrecognizedClientException | {"message":"The security token is invalid."}         | AUTH         | The security token is invalid. | -
                    403 | -                          | {"message":"not allowed"}                             | AUTH         | not allowed | -
                    400 | -                          | {"__type":"com.amazon#ThrottlingException","message":"x"} | OVERLOAD | x | -
                    429 | ModelNotReadyException     | {"Message":"loading"}                                 | OVERLOAD     | loading | -
                    500 | InternalFailure            | {"Message":"oops"}                                    | SERVER_ERROR | oops | -
                    503 | ServiceUnavailable         | -                                                     | OVERLOAD     | - | -
                    530 | InternalDependencyException | {"Message":"oops"}                                   | SERVER_ERROR | oops | -
                    424 | ModelError                 | {"Message":"m","OriginalMessage":"{\\"error\\":\\"Model is overloaded\\",\\"code\\":503}","OriginalStatusCode":503} | OVERLOAD | Model is overloaded | 503
                    424 | ModelError                 | {"Message":"m","OriginalMessage":"no such field","OriginalStatusCode":422} | BAD_REQUEST | no such field | 422
                    424 | ModelError                 | {"Message":"m","OriginalMessage":"","OriginalStatusCode":500} | SERVER_ERROR | m | 500
                    424 | ModelError                 | {"Message":"m"}                                       | SERVER_ERROR | m | -
                    424 | ModelError                 | {"Message":"m","OriginalMessage":"{\\"error\\":\\"`inputs` must have less than 9 tokens\\"}","OriginalStatusCode":0} | LENGTH | `inputs` must have less than 9 tokens | 0
                    """)
    void unwrapsErrors(int status, String type, String body, FailureKind kind, String message, String code) {
        Map<String, String> headers = type == null ? Map.of() : Map.of("x-amzn-errortype", type);
        AnswerResult reading = new Feeding("sagemaker", true, new AnswerHead(status, headers))
                .whole(body == null ? "" : body)
                .end(BodyEnd.CLEAN);

        assertThat(reading.trouble()).isEqualTo(new Trouble(kind, message == null ? "" : message, code));
    }

    private static Feeding stream(String type) {
        return new Feeding("sagemaker", true, head(type));
    }

    private static AnswerHead head(String type) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("content-type", "application/vnd.amazon.eventstream");
        if (!type.equals("none")) {
            headers.put("x-amzn-sagemaker-content-type", type);
        }
        return new AnswerHead(200, headers);
    }

    private static byte[] part(byte[] payload) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put(":event-type", "PayloadPart");
        headers.put(":content-type", "application/octet-stream");
        headers.put(":message-type", "event");
        return message(headers, payload);
    }

    private static byte[] message(Map<String, String> headers, byte[] payload) {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        headers.forEach((name, value) -> {
            block.write(name.length());
            block.writeBytes(name.getBytes(StandardCharsets.UTF_8));
            block.write(7);
            block.write(value.length() >> 8);
            block.write(value.length());
            block.writeBytes(value.getBytes(StandardCharsets.UTF_8));
        });
        int total = block.size() + payload.length + 16;
        ByteBuffer message = ByteBuffer.allocate(total).putInt(total).putInt(block.size());
        message.putInt((int) crc(message.array(), 8)).put(block.toByteArray()).put(payload);
        return message.putInt((int) crc(message.array(), total - 4)).array();
    }

    private static long crc(byte[] bytes, int length) {
        CRC32 crc = new CRC32();
        crc.update(bytes, 0, length);
        return crc.getValue();
    }
}
