package io.github.llmperf.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.client.prometheus.MetricSample;
import io.github.llmperf.plan.Profiler;
import io.github.llmperf.plan.Target;
import io.github.llmperf.secret.Secret;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class MetricsPagesTests {

    private static MetricsPage read(Target target) {
        try (MetricsPages pages = new MetricsPages(target)) {
            return pages.read(target.metricsPages().get(0));
        }
    }

    @Test
    void readsAPage() {
        try (ScriptedServer server = new ScriptedServer(connection -> {
            connection.readRequest();
            connection.json(200, "vllm:num_requests_running 2\n");
        })) {
            MetricsPage page = read(Target.at(server.url() + "/v1").withKey(Secret.of("k1")));

            assertThat(((MetricsPage.Read) page).metrics().samples())
                    .extracting(MetricSample::value)
                    .containsExactly(2.0);
            assertThat(server.requests().get(0))
                    .startsWith("GET /metrics HTTP/1.1")
                    .contains("Bearer k1");
        }
    }

    @Test
    void sendsNoKeyToAnExporter() {
        try (ScriptedServer server = new ScriptedServer(connection -> {
            connection.readRequest();
            connection.json(200, "DCGM_FI_DEV_GPU_UTIL 2\n");
        })) {
            read(Target.at("http://model.invalid").withKey(Secret.of("k1")).withMetricsUrl(server.url() + "/metrics"));

            assertThat(server.requests().get(0)).doesNotContain("k1");
        }
    }

    @Test
    void saysWhyAPageCannotBeRead() {
        try (ScriptedServer server = new ScriptedServer(connection -> {
            connection.readRequest();
            connection.json(503, "later");
        })) {
            assertThat(read(Target.at(server.url()))).isEqualTo(new MetricsPage.Unread("it answers with HTTP 503"));
        }
        assertThat(((MetricsPage.Unread) read(Target.at("http://127.0.0.1:1"))).why())
                .contains("127.0.0.1");
    }

    @Test
    void readsNoEndlessPage() {
        String line = "a_name_of_some_length_that_fills_the_page_rather_quickly 1\n";
        try (ScriptedServer server = new ScriptedServer(connection -> {
            connection.readRequest();
            connection.json(200, line.repeat(5_000_000 / line.length()));
        })) {
            assertThat(read(Target.at(server.url()))).isEqualTo(new MetricsPage.Unread("its page is larger than 4 MB"));
        }
    }

    @Test
    void switchesAProfilerOnAndOff() {
        try (ScriptedServer server = new ScriptedServer(connection -> {
            connection.readRequest();
            connection.json(200, "");
        })) {
            ProfilerSwitch profiler = new ProfilerSwitch(Target.at(server.url() + "/v1"), Profiler.SGLANG);

            assertThat(profiler.start()).isEmpty();
            assertThat(profiler.mayBeOn()).isTrue();
            assertThat(profiler.stop(false)).isEmpty();
            assertThat(profiler.mayBeOn()).isFalse();
            assertThat(server.requests().get(0))
                    .startsWith("POST /start_profile HTTP/1.1")
                    .endsWith("{}");
            assertThat(server.requests().get(1)).startsWith("POST /stop_profile HTTP/1.1");
        }
    }

    @Test
    void saysWhyAProfilerIsNotOn() {
        try (ScriptedServer server = new ScriptedServer(connection -> {
            connection.readRequest();
            connection.json(404, "");
        })) {
            ProfilerSwitch profiler = new ProfilerSwitch(Target.at(server.url()), Profiler.VLLM);

            assertThat(profiler.start()).hasValue("POST /start_profile answers with HTTP 404");
        }
        ProfilerSwitch nowhere = new ProfilerSwitch(Target.at(URI.create("http://127.0.0.1:1")), Profiler.VLLM);
        assertThat(nowhere.stop(true).orElseThrow()).startsWith("POST /stop_profile cannot be reached (");
    }

    @Test
    void takesAProfilerForStartedThatDoesNotAnswer() {
        try (ScriptedServer server = new ScriptedServer(connection -> {
            connection.readRequest();
            connection.stall();
        })) {
            ProfilerSwitch profiler =
                    new ProfilerSwitch(Target.at(server.url()), Profiler.VLLM, Duration.ofMillis(100));

            assertThat(profiler.start()).hasValue("POST /start_profile did not answer within 100ms");
            assertThat(profiler.mayBeOn()).isTrue();
        }
    }
}
