package io.github.llmperf.client;

import static io.github.llmperf.client.ShortTalk.DONE;
import static io.github.llmperf.client.ShortTalk.LONG;
import static io.github.llmperf.client.ShortTalk.STOP;
import static io.github.llmperf.client.ShortTalk.TEXT;
import static io.github.llmperf.client.ShortTalk.answer;
import static io.github.llmperf.client.ShortTalk.open;
import static io.github.llmperf.client.ShortTalk.request;
import static io.github.llmperf.client.ShortTalk.send;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.plan.Target;
import io.github.llmperf.prompt.Prompt;
import io.github.llmperf.protocol.Failure;
import io.github.llmperf.protocol.FailureCause;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.Workloads;
import io.github.llmperf.secret.Secret;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClientFailureTests {

    private static final Duration SHORT = Duration.ofMillis(500);
    private static final Duration TWO = Duration.ofSeconds(2);
    private static final Duration FOR_EVER = Duration.ofDays(1);

    @Test
    void endsAStallBeforeTheHeadersByTimeout() {
        try (ScriptedServer server = new ScriptedServer(connection -> {
                    while (connection.readRequest()) {
                        if (connection.number() > 1) {
                            connection.stall();
                            return; // an answer now could still reach a client that is just giving up
                        }
                        answer(connection);
                    }
                });
                OkHttpLlmClient client = open(server, SHORT)) {
            client.send(request(0)); // opens the connection

            RequestRecord record = client.send(request(1));

            assertThat(record.failure())
                    .isEqualTo(Failure.of(FailureKind.TIMEOUT, "not complete within 500ms: nothing came"));
            assertThat(record.moments().end()).isGreaterThan(record.moments().sent());
            assertThat(record.moments().headers()).isEqualTo(RequestTimestamps.NEVER);
        }
    }

    @Test
    void endsAStallInsideTheAnswerByTimeout() {
        try (ScriptedServer server = new ScriptedServer(connection -> {
                    while (connection.readRequest()) {
                        if (connection.number() > 1) {
                            connection.streamHead();
                            connection.chunk(TEXT);
                            connection.stall();
                        }
                        answer(connection);
                    }
                });
                OkHttpLlmClient client = open(server, SHORT)) {
            client.send(request(0)); // opens the connection

            RequestRecord record = client.send(request(1));

            assertThat(record.failure().kind()).isEqualTo(FailureKind.TIMEOUT);
            assertThat(record.failure().message()).startsWith("not complete within 500ms: ");
            assertThat(record.answer().contentChunks())
                    .isEqualTo(record.moments().tokenEvents().length);
        }
    }

    @Test
    void saysSinceWhenAStallHasBeenSilent() {
        StepClock clock = new StepClock();
        long start = clock.getAsLong();
        try (ScriptedServer server = new ScriptedServer(connection -> {
                    connection.readRequest();
                    // Read before the rest is sent, or its reading would be taken for that of the events.
                    connection.sendAt(clock, start, ServedConnection.streamHeadBytes());
                    connection.sendAt(
                            clock, start + 1_000_000_000L, ServedConnection.chunk((TEXT + TEXT).getBytes(UTF_8)));
                    clock.set(start + 59_040_000_000L);
                    connection.stall();
                });
                OkHttpLlmClient client =
                        OkHttpLlmClient.open(Target.at(server.url()), Workloads.stream(true), TWO, 1, clock)) {
            assertThat(client.send(request(0)).failure())
                    .isEqualTo(new Failure(
                            FailureKind.TIMEOUT,
                            200,
                            "not complete within 2s: nothing for 58 s after 2 events",
                            null,
                            OptionalLong.empty()));
        }
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void doesNotWaitForTheEndOfTheBodyAfterDone() {
        RequestRecord record = send(FOR_EVER, connection -> {
            connection.readRequest();
            connection.streamHead();
            connection.chunk(TEXT + STOP + DONE);
            connection.stall();
        });

        assertThat(record.failure()).isNull();
        assertThat(record.answer().warnings()).isEmpty();
        assertThat(record.moments().end()).isEqualTo(record.moments().lastToken());
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void doesNotFollowABodyThatGoesOnAfterDone() {
        StepClock reads = new StepClock();
        RequestRecord record;
        try (ScriptedServer server = new ScriptedServer(connection -> {
                    connection.readRequest();
                    connection.streamHead();
                    connection.chunk(TEXT + STOP + DONE);
                    while (true) {
                        connection.sendAt(reads, 7, ServedConnection.chunk(new byte[] {':'}));
                    }
                });
                OkHttpLlmClient client =
                        OkHttpLlmClient.open(Target.at(server.url()), Workloads.stream(true), FOR_EVER, 1, reads)) {
            record = client.send(request(0));
        }

        assertThat(record.failure()).isNull();
        assertThat(record.answer().warnings()).isEmpty();
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void doesNotWaitForTheEndOfTheBodyAfterAnError() {
        RequestRecord record = send(FOR_EVER, connection -> {
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
                    .isEqualTo(new Failure(
                            FailureKind.CONNECT,
                            FailureCause.UNREACHABLE,
                            0,
                            "nothing answers at http://127.0.0.1:" + port + "/v1/chat/completions (Connection refused)",
                            null,
                            OptionalLong.empty()));
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
    void tellsHowLongTheServerAsksToWait() {
        RequestRecord record = send(LONG, connection -> {
            connection.readRequest();
            connection.head(429, Map.of("retry-after", "2", "content-length", "9"));
            connection.send("slow down");
        });

        assertThat(record.failure()).hasToString("OVERLOAD 429: slow down; asks to wait 2 s");
        assertThat(FailureAdvice.of(Target.at("http://host"), Workloads.stream(true), record.failure()))
                .isEqualTo("http://host/v1/chat/completions has no room (HTTP 429: slow down; asks to wait 2 s): lower"
                        + " users or requestRate, or wait until it is idle");
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
            Failure failure = client.send(
                            new PlannedRequest(0, 0, RequestPhase.MEASURED, 1, new Prompt("", "[]", 0), 0))
                    .failure();

            assertThat(failure.kind()).isEqualTo(FailureKind.BAD_REQUEST);
            assertThat(failure.message()).startsWith("prompt must be plain text");
        }
    }
}
