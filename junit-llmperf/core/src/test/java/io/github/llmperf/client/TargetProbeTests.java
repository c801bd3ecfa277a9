package io.github.llmperf.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.plan.Target;
import io.github.llmperf.protocol.Failure;
import io.github.llmperf.protocol.FailureCause;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.Workloads;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class TargetProbeTests {

    @Test
    void findsNothingWrongWithATargetThatAnswers() {
        String body = "{\"choices\":[{\"message\":{\"content\":\"Hi\"}}]}";
        try (ScriptedServer server = answering(200, body)) {
            assertThat(probe(server)).isEmpty();
            assertThat(server.requests()).hasSize(1);
            assertThat(server.requests().get(0)).contains("Say hi.").contains("\"max_tokens\":16");
        }
    }

    @Test
    void findsNothingWrongWithAnAnswerWithoutOutput() {
        try (ScriptedServer server = answering(200, "{\"choices\":[{\"message\":{\"content\":\"\"}}]}")) {
            assertThat(probe(server)).isEmpty();
        }
    }

    @Test
    void listsTheModelsWhenTheOneAskedForIsUnknown() {
        AtomicInteger requests = new AtomicInteger();
        try (ScriptedServer server = new ScriptedServer(connection -> {
            connection.readRequest();
            if (requests.getAndIncrement() == 0) {
                connection.json(404, "{\"error\":{\"message\":\"The model `m` does not exist.\"}}");
            } else {
                connection.json(200, "{\"data\":[{\"id\":\"a\"},{\"id\":\"b\"}]}");
            }
        })) {
            assertThat(probe(server).orElseThrow().advice())
                    .endsWith("(HTTP 404: The model `m` does not exist.): set model to one of a, b");
            assertThat(server.requests().get(1)).startsWith("GET /v1/models HTTP/1.1");
        }
    }

    @Test
    void saysThatAPageIsNoAnswer() {
        try (ScriptedServer server = answering(200, "<html>Sign in</html>")) {
            TargetProbe.Refusal refusal = probe(server).orElseThrow();

            assertThat(refusal.failure().kind()).isEqualTo(FailureKind.PROTOCOL);
            assertThat(refusal.advice())
                    .isEqualTo(server.url() + "/v1/chat/completions does not answer like api \"openai-chat\" (HTTP 200:"
                            + " no answer of a model, but application/json: <html>Sign in</html>): requests go to this"
                            + " route because url is " + server.url()
                            + "; set url to the server's base or full route, or api to what it speaks");
        }
    }

    @Test
    void saysThatAKeyIsMissing() {
        try (ScriptedServer server = answering(401, "{\"error\":{\"message\":\"Unauthorized\"}}")) {
            TargetProbe.Refusal refusal = probe(server).orElseThrow();

            assertThat(refusal.advice())
                    .isEqualTo("the key is missing or refused by " + server.url()
                            + "/v1/chat/completions (HTTP 401: Unauthorized): name the environment variable that holds"
                            + " it in apiKeyEnv");
            assertThat(refusal.mayPass()).isFalse();
        }
    }

    @Test
    void saysThatThereIsNoSuchRoute() {
        try (ScriptedServer server = answering(404, "{\"detail\":\"Not Found\"}")) {
            TargetProbe.Refusal refusal = probe(server).orElseThrow();

            assertThat(refusal.advice())
                    .isEqualTo("there is no such route: POST " + server.url()
                            + "/v1/chat/completions (HTTP 404: Not Found): requests go there because url is "
                            + server.url() + "; set url to the server's base or full route, or api to what it speaks,"
                            + " if that is not \"openai-chat\"");
            assertThat(refusal.mayPass())
                    .as("a gateway says so while its server starts")
                    .isTrue();
        }
    }

    @Test
    void saysThatNothingListens() {
        ScriptedServer server = answering(200, "");
        server.close();
        TargetProbe.Refusal refusal = probe(server).orElseThrow();

        assertThat(refusal.advice())
                .startsWith("nothing answers at " + server.url() + "/v1/chat/completions (")
                .endsWith("): start the server, or point llmperf.target.url / @LlmTarget(url) elsewhere");
        assertThat(refusal.failure().cause()).isEqualTo(FailureCause.UNREACHABLE);
        assertThat(refusal.mayPass()).isTrue();
    }

    @Test
    void saysThatAHostIsUnknown() {
        TargetProbe.Refusal refusal = TargetProbe.probe(
                        Target.at("http://no-such-host.invalid"), Workloads.stream(true), Duration.ofSeconds(30))
                .orElseThrow();

        assertThat(refusal.advice())
                .isEqualTo("nothing answers at http://no-such-host.invalid/v1/chat/completions (unknown host): start"
                        + " the server, or point llmperf.target.url / @LlmTarget(url) elsewhere");
        assertThat(refusal.failure().cause()).isEqualTo(FailureCause.UNKNOWN_HOST);
        assertThat(refusal.mayPass())
                .as("a container gets its name when it starts")
                .isTrue();
    }

    @Test
    void saysThatNothingCameInTime() {
        try (ScriptedServer server = new ScriptedServer(connection -> {
            connection.readRequest();
            connection.readRequest(); // until the client goes away
        })) {
            TargetProbe.Refusal refusal = TargetProbe.probe(
                            Target.at(server.url()), Workloads.stream(true), Duration.ofMillis(50))
                    .orElseThrow();

            assertThat(refusal.advice())
                    .isEqualTo(
                            server.url() + "/v1/chat/completions did not answer in time (not complete within 50ms:"
                                    + " nothing came): raise timeout, lower maxNewTokens or users, or look at the server's log");
            assertThat(refusal.mayPass()).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({"429, OVERLOAD", "503, OVERLOAD", "502, SERVER_ERROR", "500, SERVER_ERROR"})
    void takesAServerThatIsStartingForOneThatMayAnswerLater(int status, FailureKind kind) {
        try (ScriptedServer server = answering(status, "{\"error\":{\"message\":\"Loading model\"}}")) {
            TargetProbe.Refusal refusal = probe(server).orElseThrow();

            assertThat(refusal.failure().kind()).isEqualTo(kind);
            assertThat(refusal.mayPass()).isTrue();
        }
    }

    @Test
    void takesAnUnknownModelForFinal() {
        try (ScriptedServer server = answering(404, "{\"error\":{\"message\":\"The model `m` does not exist.\"}}")) {
            assertThat(probe(server).orElseThrow().mayPass()).isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = FailureCause.class,
            names = {
                "UNKNOWN_HOST",
                "UNREACHABLE",
                "NO_CONNECTION_IN_TIME",
                "TLS_BROKEN",
                "PROXY_FINDS_NO_SERVER",
                "UNKNOWN"
            })
    void takesAServerThatIsNotThereForOneThatMayCome(FailureCause cause) {
        assertThat(notConnected(cause).mayPass()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(
            value = FailureCause.class,
            names = {
                "SPEAKS_TLS",
                "SPEAKS_PLAIN_HTTP",
                "SERVER_CERTIFICATE",
                "CLIENT_CERTIFICATE",
                "TLS_ALERT",
                "PROXY_LOGIN",
                "PROXY_REFUSES"
            })
    void takesWhatAServerThatIsUpSaysForFinal(FailureCause cause) {
        assertThat(notConnected(cause).mayPass()).isFalse();
    }

    private static TargetProbe.Refusal notConnected(FailureCause cause) {
        return new TargetProbe.Refusal(
                new Failure(FailureKind.CONNECT, cause, 0, "any words", null, OptionalLong.empty()), "");
    }

    private static ScriptedServer answering(int status, String body) {
        return new ScriptedServer(connection -> {
            connection.readRequest();
            connection.json(status, body);
        });
    }

    private static Optional<TargetProbe.Refusal> probe(ScriptedServer server) {
        return TargetProbe.probe(
                Target.at(server.url()).withModel("m"), Workloads.stream(true), Duration.ofSeconds(30));
    }
}
