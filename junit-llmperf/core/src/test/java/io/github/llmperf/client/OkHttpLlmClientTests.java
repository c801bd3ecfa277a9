package io.github.llmperf.client;

import static io.github.llmperf.client.ShortTalk.DONE;
import static io.github.llmperf.client.ShortTalk.LONG;
import static io.github.llmperf.client.ShortTalk.STOP;
import static io.github.llmperf.client.ShortTalk.TEXT;
import static io.github.llmperf.client.ShortTalk.WHOLE;
import static io.github.llmperf.client.ShortTalk.answer;
import static io.github.llmperf.client.ShortTalk.answerWithoutMark;
import static io.github.llmperf.client.ShortTalk.open;
import static io.github.llmperf.client.ShortTalk.request;
import static io.github.llmperf.client.ShortTalk.send;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.llmperf.plan.Target;
import io.github.llmperf.prompt.Prompt;
import io.github.llmperf.protocol.Workloads;
import io.github.llmperf.secret.Secret;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OkHttpLlmClientTests {

    @Test
    void sendsWhatTheDialectWrites() {
        try (ScriptedServer server = new ScriptedServer(connection -> {
                    connection.readRequest();
                    answer(connection);
                });
                OkHttpLlmClient client = OkHttpLlmClient.open(
                        Target.at(server.url())
                                .withModel("m")
                                .withKey(Secret.of("k1"))
                                .withHeader("X-Team", "blue")
                                .withHeader("Content-Type", "application/json; charset=utf-8"),
                        Workloads.of(8, true, false, "", ""),
                        LONG,
                        1,
                        System::nanoTime)) {
            assertThat(client.send(request(0)).failure()).isNull();

            String[] parts = server.requests().get(0).split("\r\n\r\n", 2);
            assertThat(parts[0].split("\r\n"))
                    .containsExactlyInAnyOrder(
                            "POST /v1/chat/completions HTTP/1.1",
                            "Accept: text/event-stream, application/json",
                            "Accept-Encoding: identity",
                            "Authorization: Bearer k1",
                            "Connection: Keep-Alive",
                            "Content-Length: " + parts[1].length(),
                            "Content-Type: application/json; charset=utf-8",
                            "Host: " + server.url().substring("http://".length()),
                            "User-Agent: junit-llmperf",
                            "X-Team: blue");
            assertThat(parts[1])
                    .startsWith("{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"Hello\"}]");
        }
    }

    @Test
    void keepsConnectionsAndTellsNewOnes() {
        try (ScriptedServer server = new ScriptedServer(connection -> {
                    while (connection.readRequest()) {
                        answerWithoutMark(connection);
                    }
                });
                OkHttpLlmClient client = open(server, LONG)) {
            assertThat(client.send(request(0)).moments().connectNanos()).isNotNegative();
            assertThat(client.send(request(1)).moments().connectNanos()).isEqualTo(-1);
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Test
    void keepsTheIdentityOfTheRequest() {
        RequestRecord record;
        try (ScriptedServer server = new ScriptedServer(connection -> {
                    connection.readRequest();
                    answer(connection);
                });
                OkHttpLlmClient client = open(server, LONG)) {
            record = client.send(new PlannedRequest(7, 3, RequestPhase.WARMUP, 1, Prompt.of("h\uD83E\uDDF5"), 11));
        }

        assertThat(record.index()).isEqualTo(7);
        assertThat(record.user()).isEqualTo(3);
        assertThat(record.warmup()).isTrue();
        assertThat(record.promptChars()).isEqualTo(2);
        assertThat(record.moments().scheduled()).isEqualTo(11);
    }

    @Test
    void givesEventsOfOneReadOneTimeAndCountsThemAsCoalesced() {
        RequestRecord record = send(LONG, connection -> {
            connection.readRequest();
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            all.writeBytes(ServedConnection.headText(
                            200, Map.of("content-type", "text/event-stream", "transfer-encoding", "chunked"))
                    .getBytes(StandardCharsets.UTF_8));
            for (String event : new String[] {TEXT, TEXT, TEXT, STOP + DONE}) {
                all.writeBytes(ServedConnection.chunk(event.getBytes(StandardCharsets.UTF_8)));
            }
            connection.send(all.toByteArray());
            connection.lastChunk();
        });

        RequestTimestamps moments = record.moments();
        assertThat(moments.tokenEvents()).hasSize(3).containsOnly(moments.headers());
        assertThat(moments.end()).isEqualTo(moments.headers());
        assertThat(record.coalescedEvents()).isEqualTo(2);
    }

    @Test
    void givesAWholeAnswerNoFirstToken() {
        try (ScriptedServer server = new ScriptedServer(connection -> {
                    connection.readRequest();
                    connection.json(200, WHOLE);
                });
                OkHttpLlmClient client = OkHttpLlmClient.open(
                        Target.at(server.url()), Workloads.stream(false), LONG, 1, System::nanoTime)) {
            RequestRecord record = client.send(request(0));

            RequestTimestamps moments = record.moments();
            assertThat(record.failure()).isNull();
            assertThat(record.answer().text()).isEqualTo("Hi");
            assertThat(moments.firstToken()).isEqualTo(RequestTimestamps.NEVER);
            assertThat(moments.firstEvent()).isEqualTo(RequestTimestamps.NEVER);
            assertThat(moments.tokenEvents()).isEmpty();
            assertThat(moments.lastToken()).isEqualTo(moments.end()).isGreaterThan(moments.sent());
        }
    }

    @Test
    void goesThroughTheProxyOfTheTargetOnly() {
        try (ScriptedServer proxy = new ScriptedServer(connection -> {
                    connection.readRequest();
                    answer(connection);
                });
                OkHttpLlmClient client = OkHttpLlmClient.open(
                        Target.at("http://model.invalid").withProxy(proxy.url()),
                        Workloads.stream(true),
                        LONG,
                        1,
                        System::nanoTime)) {
            assertThat(client.send(request(0)).failure()).isNull();
            assertThat(proxy.requests().get(0)).startsWith("POST http://model.invalid/v1/chat/completions HTTP/1.1");
        }
    }

    @Test
    void refusesSettingsBeforeAnythingIsSent() {
        Target target = Target.at("http://127.0.0.1:1");

        assertThatThrownBy(() -> OkHttpLlmClient.open(
                        target.withHeader("X-Key", "a\nb"), Workloads.stream(true), LONG, 1, System::nanoTime))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "header must be plain ASCII without line breaks, but the name or value of \"X-Key\" is not");
        assertThatThrownBy(
                        () -> OkHttpLlmClient.open(target, Workloads.stream(true), Duration.ZERO, 1, System::nanoTime))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("timeout must be above zero, as in \"60s\", but is PT0S");
    }
}
