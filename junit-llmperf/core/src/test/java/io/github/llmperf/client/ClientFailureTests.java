package io.github.llmperf.client;

import static io.github.llmperf.client.ShortTalk.LONG;
import static io.github.llmperf.client.ShortTalk.request;
import static io.github.llmperf.client.ShortTalk.send;
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
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClientFailureTests {

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
