package io.github.llmperf.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.plan.Target;
import io.github.llmperf.secret.Secret;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ServerMetricsTests {

    @Test
    void readsMetricsAtTheRootOfTheHost() {
        try (ScriptedServer server = new ScriptedServer(connection -> {
            connection.readRequest();
            connection.json(200, "vllm:num_requests_running 2\n");
        })) {
            Target target = Target.at(server.url() + "/v1").withKey(Secret.of("k1"));

            assertThat(ServerMetrics.read(target)).isEqualTo(Map.of("vllm:num_requests_running", 2.0));
            assertThat(server.requests().get(0))
                    .startsWith("GET /metrics HTTP/1.1")
                    .contains("Bearer k1");
        }
    }

    @Test
    void sendsNoKeyToAnotherServer() {
        try (ScriptedServer server = new ScriptedServer(connection -> {
            connection.readRequest();
            connection.json(200, "vllm:a 1\n");
        })) {
            Target target =
                    Target.at("http://model.invalid").withKey(Secret.of("k1")).withMetricsUrl(server.url() + "/own");

            assertThat(ServerMetrics.read(target)).containsKey("vllm:a");
            assertThat(server.requests().get(0)).startsWith("GET /own HTTP/1.1").doesNotContain("k1");
        }
    }

    @Test
    void findsNoneWhereThereAreNone() {
        try (ScriptedServer server = new ScriptedServer(connection -> {
            connection.readRequest();
            connection.json(404, "vllm:a 1\n");
        })) {
            assertThat(ServerMetrics.read(Target.at(server.url()))).isEmpty();
        }
        assertThat(ServerMetrics.read(Target.at("http://127.0.0.1:1"))).isEmpty();
    }
}
