package io.github.llmperf.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.plan.Target;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.Workloads;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

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
