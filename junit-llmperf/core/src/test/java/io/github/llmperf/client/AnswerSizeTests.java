package io.github.llmperf.client;

import static io.github.llmperf.client.ShortTalk.DONE;
import static io.github.llmperf.client.ShortTalk.LONG;
import static io.github.llmperf.client.ShortTalk.STOP;
import static io.github.llmperf.client.ShortTalk.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.plan.Target;
import io.github.llmperf.protocol.Failure;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.Workloads;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How large an answer may get. */
class AnswerSizeTests {

    @ParameterizedTest
    @CsvSource({"'data: ' , x", "'', ':\n\n'", "'', 'data: {\"choices\":[{\"text\":\"x\"}]}\n\n'"})
    void stopsAnEndlessAnswer(String start, String more) {
        long limit = (4L << 20) + 16 * ((16L << 10) + 12L * ("Hello".length() + 16));
        String block = more.repeat(8000 / more.length());
        try (ScriptedServer server = new ScriptedServer(connection -> {
                    connection.readRequest();
                    connection.head(200, Map.of("content-type", "text/event-stream"));
                    connection.send(start);
                    for (int sent = 0; sent < 20 << 20; sent += block.length()) {
                        connection.send(block);
                    }
                });
                OkHttpLlmClient client = OkHttpLlmClient.open(
                        Target.at(server.url()), Workloads.of(16, true, false, "", ""), LONG, 1, System::nanoTime)) {
            RequestRecord record = client.send(request(0));

            assertThat(record.failure().kind()).isEqualTo(FailureKind.PROTOCOL);
            assertThat(record.failure().message())
                    .isEqualTo("the answer exceeds 4460480 bytes, far more than maxNewTokens = 16 can need; if it is"
                            + " meant, set maxAnswerSize");
            assertThat(record.bytes()).isBetween(limit, limit + 8192);
        }
    }

    @Test
    void stopsAnAnswerBeyondTheSizeThatIsSet() {
        String block = "data: ".concat("x".repeat(8000));
        try (ScriptedServer server = new ScriptedServer(connection -> {
                    connection.readRequest();
                    connection.head(200, Map.of("content-type", "text/event-stream"));
                    while (true) {
                        connection.send(block);
                    }
                });
                OkHttpLlmClient client = OkHttpLlmClient.open(
                        Target.at(server.url()),
                        Workloads.stream(true),
                        LONG,
                        OptionalLong.of(1 << 20),
                        1,
                        System::nanoTime)) {
            RequestRecord record = client.send(request(0));

            assertThat(record.failure())
                    .isEqualTo(new Failure(
                            FailureKind.PROTOCOL,
                            200,
                            "the answer exceeds maxAnswerSize = 1MB",
                            null,
                            OptionalLong.empty()));
            assertThat(record.bytes()).isBetween(1L << 20, (1L << 20) + 8192);
        }
    }

    @Test
    void takesAnAnswerWithinTheSizeThatIsSet() {
        String text = "tide".repeat(1_400_000);
        try (ScriptedServer server = new ScriptedServer(connection -> {
                    connection.readRequest();
                    connection.streamHead();
                    connection.chunk(
                            "data: {\"choices\":[{\"delta\":{\"content\":\"" + text + "\"}}]}\n\n" + STOP + DONE);
                    connection.lastChunk();
                });
                OkHttpLlmClient client = OkHttpLlmClient.open(
                        Target.at(server.url()),
                        Workloads.of(1, true, false, "", ""),
                        LONG,
                        OptionalLong.of(8 << 20),
                        1,
                        System::nanoTime)) {
            RequestRecord record = client.send(request(0));

            assertThat(record.failure()).isNull();
            assertThat(record.answer().text()).hasSameSizeAs(text);
        }
    }
}
