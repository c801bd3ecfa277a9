package io.github.llmperf.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.plan.Target;
import io.github.llmperf.secret.Secret;
import java.util.Map;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerSoftwareTests {

    private static ScriptedServer serving(Map<String, String> pages) {
        return new ScriptedServer(connection -> {
            connection.readRequest();
            String path = connection.path();
            connection.json(
                    pages.containsKey(path) ? 200 : 404, pages.getOrDefault(path, "{\"detail\":\"Not Found\"}"));
        });
    }

    private static String of(Target target) {
        return ServerSoftware.of(target, () -> 0);
    }

    @Test
    void namesTheEngineOfAVersionByWhoOwnsTheModels() {
        try (ScriptedServer server = serving(
                Map.of("/version", "{\"version\":\"0.9.1\"}", "/v1/models", "{\"data\":[{\"owned_by\":\"vllm\"}]}"))) {
            assertThat(of(Target.at(server.url() + "/v1/chat/completions"))).isEqualTo("vllm 0.9.1");
            assertThat(server.requests()).hasSize(2);
        }
    }

    @Test
    void tellsAVersionOfNobodyKnowsWhat() {
        try (ScriptedServer server = serving(Map.of("/version", "{\"version\":\"0.9.1\"}"))) {
            assertThat(of(Target.at(server.url()))).isEqualTo("0.9.1");
        }
    }

    @Test
    void asksOnUntilAPageSaysIt() {
        try (ScriptedServer server = serving(Map.of("/api/version", "{\"version\":\"0.6.2\"}"))) {
            assertThat(of(Target.at(server.url()))).isEqualTo("ollama 0.6.2");
            assertThat(server.requests())
                    .extracting(request -> request.split(" ", 3)[1])
                    .containsExactly("/version", "/get_server_info", "/info", "/props", "/api/version");
        }
    }

    @Test
    void isNothingWhereNoPageSaysIt() {
        try (ScriptedServer server = serving(Map.of("/version", "<html>0.9.1</html>"))) {
            assertThat(of(Target.at(server.url()))).isEmpty();
            assertThat(server.requests()).hasSize(6);
        }
        assertThat(of(Target.at("http://127.0.0.1:1"))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "http://gpu-7.lab:8000, true",
        "http://openai.company.example/v1, true",
        "https://notopenai.com, true",
        "https://api.openai.com/v1, false",
        "https://eu.api.openai.com, false",
        "https://ours.openai.azure.com, false",
        "https://api.anthropic.com, false",
        "https://generativelanguage.googleapis.com, false",
        "https://runtime.sagemaker.eu-west-1.amazonaws.com, false"
    })
    void asksEnginesAndNoProviders(String url, boolean engine) {
        assertThat(ServerSoftware.isEngine(Target.at(url))).isEqualTo(engine);
    }

    @Test
    void givesUpOnASlowServer() {
        long[] now = {0};
        LongSupplier twoSecondsEach = () -> now[0] += 2_000_000_000L;
        try (ScriptedServer server = serving(Map.of("/v2", "{\"version\":\"2.4\",\"extensions\":[]}"))) {
            assertThat(ServerSoftware.of(Target.at(server.url()), twoSecondsEach))
                    .isEmpty();
            assertThat(server.requests()).hasSize(2);
        }
    }

    @Test
    void tellsNoKeyThatAServerSendsBack() {
        try (ScriptedServer server = serving(Map.of("/version", "{\"version\":\"sk-proj-0123456789\"}"))) {
            assertThat(of(Target.at(server.url()).withKey(Secret.of("sk-proj-0123456789"))))
                    .doesNotContain("0123456789");
        }
    }
}
