package io.github.llmperf.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.llmperf.plan.Secret;
import io.github.llmperf.plan.Target;
import io.github.llmperf.prompt.Prompt;
import io.github.llmperf.protocol.Failure;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.Workloads;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OkHttpLlmClientTests {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Duration SHORT = Duration.ofMillis(150);
    private static final String TEXT = "data: {\"choices\":[{\"delta\":{\"content\":\"Hi\"}}]}\n\n";
    private static final String STOP = "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n";
    private static final String DONE = "data: [DONE]\n\n";
    private static final String WHOLE = "{\"choices\":[{\"message\":{\"content\":\"Hi\"}}]}";

    private static void answer(ServedConnection connection) throws IOException {
        connection.streamHead();
        connection.chunk(TEXT + STOP + DONE);
        connection.lastChunk();
    }

    private static PlannedRequest request(int index) {
        return new PlannedRequest(index, 0, false, Prompt.of("Hello"), 0);
    }

    private static OkHttpLlmClient open(ScriptedServer server, Duration timeout) {
        return OkHttpLlmClient.open(Target.at(server.url()), Workloads.stream(true), timeout, 4, System::nanoTime);
    }

    private static RequestRecord send(Duration timeout, ScriptedServer.Script script) {
        try (ScriptedServer server = new ScriptedServer(script);
                OkHttpLlmClient client = open(server, timeout)) {
            return client.send(request(0));
        }
    }

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
                        answer(connection);
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
            record = client.send(new PlannedRequest(7, 3, true, Prompt.of("h\uD83E\uDDF5"), 11));
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

        Moments moments = record.moments();
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

            Moments moments = record.moments();
            assertThat(record.failure()).isNull();
            assertThat(record.answer().text()).isEqualTo("Hi");
            assertThat(moments.firstToken()).isEqualTo(Moments.NEVER);
            assertThat(moments.firstEvent()).isEqualTo(Moments.NEVER);
            assertThat(moments.tokenEvents()).isEmpty();
            assertThat(moments.lastToken()).isEqualTo(moments.end()).isGreaterThan(moments.sent());
        }
    }

    @Test
    void sendsOnceMoreWhenAPooledConnectionWasClosedMeanwhile() throws Exception {
        CountDownLatch closed = new CountDownLatch(1);
        AtomicInteger connections = new AtomicInteger();
        try (ScriptedServer server = new ScriptedServer(connection -> {
                    boolean first = connections.getAndIncrement() == 0;
                    while (connection.readRequest()) {
                        answer(connection);
                        if (first) {
                            connection.abort();
                            closed.countDown();
                            return;
                        }
                    }
                });
                OkHttpLlmClient client = open(server, LONG)) {
            assertThat(client.send(request(0)).failure()).isNull();
            closed.await();

            RequestRecord record = client.send(request(1));

            assertThat(record.failure()).isNull();
            assertThat(record.staleRetries()).isEqualTo(1);
            assertThat(record.answer().text()).isEqualTo("Hi");
            assertThat(record.moments().connectNanos()).isNotNegative();
        }
    }

    @Test
    void doesNotSendAgainWhenANewConnectionIsClosed() {
        RequestRecord record = send(LONG, ServedConnection::readRequest);

        assertThat(record.staleRetries()).isZero();
        assertThat(record.failure().kind()).isEqualTo(FailureKind.TRUNCATED);
        assertThat(record.failure().message()).startsWith("the connection closed before an answer (");
    }

    @Test
    void doesNotSendAgainWhenTheServerHadWorkedOnIt() {
        StepClock clock = new StepClock();
        AtomicInteger requests = new AtomicInteger();
        try (ScriptedServer server = new ScriptedServer(connection -> {
                    while (connection.readRequest() && requests.getAndIncrement() == 0) {
                        answer(connection);
                    }
                    clock.set(2_000_000_000L);
                });
                OkHttpLlmClient client =
                        OkHttpLlmClient.open(Target.at(server.url()), Workloads.stream(true), LONG, 1, clock)) {
            client.send(request(0));

            RequestRecord record = client.send(request(1));

            assertThat(record.staleRetries()).isZero();
            assertThat(record.failure().kind()).isEqualTo(FailureKind.TRUNCATED);
        }
    }

    @Test
    void endsAStallBeforeTheHeadersByTimeout() {
        RequestRecord record = send(SHORT, connection -> {
            connection.readRequest();
            connection.stall();
        });

        assertThat(record.failure()).isEqualTo(Failure.of(FailureKind.TIMEOUT, "not complete within 150ms"));
        assertThat(record.moments().end()).isGreaterThan(record.moments().sent());
        assertThat(record.moments().headers()).isEqualTo(Moments.NEVER);
    }

    @Test
    void endsAStallInsideTheAnswerByTimeout() {
        RequestRecord record = send(SHORT, connection -> {
            connection.readRequest();
            connection.streamHead();
            connection.chunk(TEXT);
            connection.stall();
        });

        assertThat(record.failure().kind()).isEqualTo(FailureKind.TIMEOUT);
        assertThat(record.failure().status()).isEqualTo(200);
        assertThat(record.answer().text()).isEqualTo("Hi");
        assertThat(record.moments().tokenEvents()).hasSize(1);
    }

    @Test
    void doesNotWaitForTheEndOfTheBodyAfterDone() {
        RequestRecord record = send(LONG, connection -> {
            connection.readRequest();
            connection.streamHead();
            connection.chunk(TEXT + STOP + DONE);
            connection.stall();
        });

        assertThat(record.failure()).isNull();
        assertThat(record.answer().warnings()).containsExactly("unclean_end");
        assertThat(record.moments().end()).isEqualTo(record.moments().lastToken());
    }

    @Test
    void doesNotWaitForTheEndOfTheBodyAfterAnError() {
        RequestRecord record = send(LONG, connection -> {
            connection.readRequest();
            connection.streamHead();
            connection.chunk(TEXT + "data: [ERROR]\n\n");
            connection.stall();
        });

        assertThat(record.failure().kind()).isEqualTo(FailureKind.STREAM_ERROR);
        assertThat(record.moments().end()).isEqualTo(record.moments().lastToken());
    }

    @Test
    void cancelsWhatIsUnderWayAndAllThatFollows() throws Exception {
        CountDownLatch streaming = new CountDownLatch(1);
        AtomicReference<RequestRecord> underWay = new AtomicReference<>();
        try (ScriptedServer server = new ScriptedServer(connection -> {
                    connection.readRequest();
                    connection.streamHead();
                    connection.chunk(TEXT);
                    streaming.countDown();
                    connection.stall();
                });
                OkHttpLlmClient client = open(server, LONG)) {
            Thread user = new Thread(() -> underWay.set(client.send(request(0))));
            user.start();
            streaming.await();

            client.cancelAll();
            user.join();

            assertThat(underWay.get().cancelled()).isTrue();
            assertThat(client.send(request(1)).failure())
                    .isEqualTo(Failure.of(FailureKind.CANCELLED, "ended by the run's own end"));
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void namesTheUrlNothingAnswersAt() throws IOException {
        int port;
        try (ServerSocket unused = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = unused.getLocalPort();
        }
        try (OkHttpLlmClient client = OkHttpLlmClient.open(
                Target.at("http://127.0.0.1:" + port + "/v1?key=k1"),
                Workloads.stream(true),
                LONG,
                1,
                System::nanoTime)) {
            assertThat(client.send(request(0)).failure())
                    .isEqualTo(Failure.of(
                            FailureKind.CONNECT,
                            "nothing answers at http://127.0.0.1:" + port
                                    + "/v1/chat/completions (Connection refused)"));
        }
    }

    @Test
    void keepsSecretsOutOfFailures() {
        String key = "sk-very-secret";
        try (ScriptedServer server = new ScriptedServer(connection -> {
                    connection.readRequest();
                    connection.json(
                            401,
                            "{\"error\":{\"message\":\"" + "x".repeat(290) + key + " is\\nwrong\",\"code\":\"" + key
                                    + "\"}}");
                });
                OkHttpLlmClient client = OkHttpLlmClient.open(
                        Target.at(server.url()).withKey(Secret.of(key)),
                        Workloads.stream(true),
                        LONG,
                        1,
                        System::nanoTime)) {
            Failure failure = client.send(request(0)).failure();

            assertThat(failure.kind()).isEqualTo(FailureKind.AUTH);
            assertThat(failure.message()).isEqualTo("x".repeat(290) + "*** is wr…");
            assertThat(failure.code()).isEqualTo("***");
        }
    }

    @Test
    void decodesDeflateThatWasNotAskedFor() {
        RequestRecord record = send(LONG, connection -> {
            connection.readRequest();
            ByteArrayOutputStream body = new ByteArrayOutputStream();
            try (DeflaterOutputStream out = new DeflaterOutputStream(body)) {
                out.write((TEXT + STOP + DONE).getBytes(StandardCharsets.UTF_8));
            }
            connection.head(200, Map.of("content-encoding", "deflate", "content-length", "" + body.size()));
            connection.send(body.toByteArray());
        });

        assertThat(record.failure()).isNull();
        assertThat(record.answer().text()).isEqualTo("Hi");
    }

    @Test
    void refusesAnEncodingItCannotRead() {
        RequestRecord record = send(LONG, connection -> {
            connection.readRequest();
            connection.head(200, Map.of("content-encoding", "br", "content-length", "1"));
            connection.send("x");
        });

        assertThat(record.failure().kind()).isEqualTo(FailureKind.PROTOCOL);
        assertThat(record.failure().message()).isEqualTo("content-encoding br was not asked for");
    }

    @ParameterizedTest
    @CsvSource({"'data: ' , x", "'', ':\n\n'", "'', 'data: {\"choices\":[{\"text\":\"x\"}]}\n\n'"})
    void stopsAnEndlessAnswer(String start, String more) {
        long limit = (4L << 20) + 16 * (16L << 10);
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
                    .isEqualTo("the answer exceeds 4456448 bytes, far more than maxNewTokens = 16 can need");
            assertThat(record.bytes()).isBetween(limit, limit + 8192);
        }
    }

    @Test
    void doesNotFollowRedirects() {
        RequestRecord record = send(LONG, connection -> {
            connection.readRequest();
            connection.head(302, Map.of("location", "http://127.0.0.1:1/", "content-length", "0"));
        });

        assertThat(record.status()).isEqualTo(302);
        assertThat(record.failure().message())
                .isEqualTo("the server redirects to http://127.0.0.1:1/, which is not followed; use that url");
    }

    @ParameterizedTest
    @CsvSource({"408, BAD_REQUEST", "503, OVERLOAD"})
    void leavesRetriesToThePlan(int status, FailureKind kind) {
        AtomicInteger requests = new AtomicInteger();
        RequestRecord record = send(LONG, connection -> {
            while (connection.readRequest()) {
                requests.incrementAndGet();
                connection.head(status, Map.of("retry-after", "0", "content-length", "0"));
            }
        });

        assertThat(record.failure().kind()).isEqualTo(kind);
        assertThat(record.failure().retryAfterMillis()).hasValue(0);
        assertThat(requests).hasValue(1);
    }

    @Test
    void saysWhenItIsNoHttp() {
        RequestRecord record = send(LONG, connection -> connection.send("220 mail ready\r\n"));

        assertThat(record.failure().kind()).isEqualTo(FailureKind.PROTOCOL);
        assertThat(record.failure().message()).startsWith("no HTTP: ");
    }

    @Test
    void makesAPromptTheRouteCannotCarryAFailure() {
        try (OkHttpLlmClient client = OkHttpLlmClient.open(
                Target.at("http://127.0.0.1:1").withApi("openai-completions"),
                Workloads.stream(true),
                LONG,
                1,
                System::nanoTime)) {
            Failure failure = client.send(new PlannedRequest(0, 0, false, new Prompt("", "[]", 0), 0))
                    .failure();

            assertThat(failure.kind()).isEqualTo(FailureKind.BAD_REQUEST);
            assertThat(failure.message()).startsWith("prompt must be plain text");
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
