package io.github.llmperf;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server's side of a load, from its pages of metrics to the report. */
class WatchedServerTests {

    /** Two pages, six times whole and in part before and after. */
    private static final int READINGS = 14;

    @TempDir
    Path directory;

    private LoadTestKit run(WatchedLlm llm, String... parameters) {
        Map<String, String> all =
                new HashMap<>(Map.of("llmperf.target.url", llm.url(), "llmperf.metrics.interval", "200ms"));
        for (int i = 0; i < parameters.length; i += 2) {
            all.put(parameters[i], parameters[i + 1]);
        }
        return LoadTestKit.run(directory, WatchedTestCase.class, all, llm::forget);
    }

    private static JsonNode server(LoadTestKit run) throws IOException {
        return new ObjectMapper().readTree(run.written("result.json")).get("server");
    }

    private static JsonNode environment(LoadTestKit run) throws IOException {
        return new ObjectMapper().readTree(run.written("result.json")).get("environment");
    }

    private static List<String> says(LoadTestKit run) throws IOException {
        return texts(server(run).get("says"));
    }

    private static List<String> texts(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }

    @Test
    void tellsThatRequestsWaitBesideAnIdleGpu() throws IOException {
        try (WatchedLlm llm = WatchedLlm.start()
                .page("/metrics", n -> "vllm:num_requests_waiting 6\nvllm:generation_tokens_total " + 2 * n + "\n")
                .page("/gpu", n -> "DCGM_FI_DEV_GPU_UTIL{gpu=\"0\"} 30\n")
                .holdingUntil(READINGS)) {
            LoadTestKit run =
                    run(llm, "llmperf.target.metricsUrl", "/metrics,/gpu").passes();

            assertThat(says(run))
                    .containsExactly(
                            "The GPU was idle much of the time (30 % busy on average) while 6 requests waited in the"
                                    + " server's queue on average: the limit lies before the GPU, such as the largest batch or the"
                                    + " work of the CPU.");
            assertThat(server(run).at("/series/waiting/mean").doubleValue()).isEqualTo(6);
            assertThat(server(run)
                            .at("/prometheus/vllm:generation_tokens_total")
                            .doubleValue())
                    .isEqualTo(2.0 * (llm.asked().size() - 1));
            assertThat(run.written("server-metrics.csv"))
                    .startsWith("time [s],waiting [requests],tokenRate [tokens/s],gpu [%]\n")
                    .contains(",6,");
            assertThat(run.written("timeline.svg")).contains(">waiting<", ">GPU busy<");
            assertThat(run.written("report.html")).contains("<h2>The run over time</h2>", "The GPU was idle");
        }
    }

    @Test
    void goesOnWhereANamedPageCannotBeReadAndSaysSo() throws IOException {
        try (WatchedLlm llm = WatchedLlm.start().page("/metrics", n -> "vllm:num_requests_running 1\n")) {
            LoadTestKit run = run(llm, "llmperf.target.metricsUrl", "/metrics,http://127.0.0.1:1/metrics?key=k")
                    .passes();

            assertThat(says(run))
                    .singleElement()
                    .asString()
                    .matches(
                            "Metrics at http://127\\.0\\.0\\.1:1/metrics\\?\\*\\*\\* could not be read in (\\d+) of \\1"
                                    + " readings: .+\\.");
            assertThat(server(run).at("/series/running/mean").doubleValue()).isEqualTo(1);
        }
    }

    @Test
    void saysNothingOfMetricsThatNobodyNamedAndThatAreNotThere() throws IOException {
        try (WatchedLlm llm = WatchedLlm.start()) {
            LoadTestKit run = run(llm).passes();

            assertThat(says(run)).isEmpty();
            assertThat(run.find("server-metrics.csv")).isEmpty();
            assertThat(run.written("report.html"))
                    .contains("Nothing: neither times in its answers nor metrics were read.");
        }
    }

    @Test
    void asksNothingWhereNoProbeIsAllowed() throws IOException {
        try (WatchedLlm llm = WatchedLlm.start()
                .page("/metrics", n -> "vllm:num_requests_running 1\n")
                .page("/version", n -> "{\"version\":\"0.9.1\"}")) {
            LoadTestKit run = run(llm, "llmperf.probe", "false").passes();

            assertThat(llm.readings()).isZero();
            assertThat(environment(run).path("server").asText()).isEmpty();
        }
    }

    @Test
    void marksAnotherVersionOfTheServer() throws IOException {
        String[] version = {"0.9.1"};
        try (WatchedLlm llm = WatchedLlm.start()
                .page("/version", n -> "{\"version\":\"" + version[0] + "\"}")
                .page("/v1/models", n -> "{\"data\":[{\"id\":\"m\",\"owned_by\":\"vllm\"}]}")) {
            String[] record = {"llmperf.baseline", "record", "llmperf.target.name", "ours"};
            LoadTestKit before = run(llm, record).passes();
            version[0] = "0.10.0";
            LoadTestKit now = run(llm, record).passes();

            assertThat(environment(before).path("server").asText()).isEqualTo("vllm 0.9.1");
            assertThat(environment(now).path("server").asText()).isEqualTo("vllm 0.10.0");
            Path stored =
                    directory.resolve("baselines/default/" + WatchedTestCase.class.getName() + "/load/single.jsonl");
            assertThat(Files.readAllLines(stored))
                    .satisfiesExactly(
                            first -> assertThat(first).contains("\"vllm 0.9.1\""),
                            second -> assertThat(second).contains("\"vllm 0.10.0\""));
            assertThat(now.written("report.html"))
                    .contains("1 fact differs from the newest stored run", ": server.")
                    .contains("vllm 0.10.0 <span class=\"tag open was\">≠ was vllm 0.9.1</span>");
        }
    }

    @Test
    void readsMetricsTwiceWhereTheIntervalIsZero() {
        try (WatchedLlm llm = WatchedLlm.start().page("/metrics", n -> "vllm:num_requests_running 1\n")) {
            run(llm, "llmperf.metrics.interval", "0").passes();

            assertThat(llm.readings()).isEqualTo(2);
        }
    }

    @Test
    void findsPromptsInTheServersCache() {
        try (WatchedLlm llm = WatchedLlm.start()
                .page(
                        "/metrics",
                        n ->
                                "vllm:prefix_cache_queries_total %d\nvllm:prefix_cache_hits_total %d\nvllm:request_success_total %d\n"
                                        .formatted(1000 * n, 800 * n, n))) {
            assertThat(run(llm).aborts())
                    .hasMessageContaining("INVALID: ")
                    .hasMessageContaining("cache contaminated: by the server's own counters ");
        }
    }

    @Test
    void switchesTheProfilerOnForTheLoadAndJudgesNothing() {
        try (WatchedLlm llm = WatchedLlm.start().profiler(200)) {
            LoadTestKit run = run(llm, "llmperf.profiler", "vllm");

            assertThat(run.aborts()).hasMessageContaining("profiled: the profiler of vLLM was on");
            assertThat(llm.asked())
                    .startsWith("/v1/chat/completions", "/start_profile")
                    .endsWith("/stop_profile");
            assertThat(run.find("baseline.jsonl")).isEmpty();
        }
    }

    @Test
    void goesOnWithoutAProfilerThatRefuses() throws IOException {
        try (WatchedLlm llm = WatchedLlm.start().profiler(404)) {
            LoadTestKit run = run(llm, "llmperf.profiler", "sglang").passes();

            assertThat(says(run))
                    .containsExactly(
                            "the profiler of SGLang was not started: POST /start_profile answers with HTTP 404; the"
                                    + " run was not profiled. Start the server with a directory for its traces");
            assertThat(llm.asked()).doesNotContain("/stop_profile");
        }
    }

    @Test
    void refusesAProfilerBesideRecording() {
        try (WatchedLlm llm = WatchedLlm.start()) {
            assertThat(run(llm, "llmperf.profiler", "vllm", "llmperf.baseline", "record")
                            .fails())
                    .hasMessage(
                            "llmperf.profiler: a profiler must not stand beside llmperf.baseline=record: a profiled server"
                                    + " is slower, and later runs would be compared with it; remove one of them");
            assertThat(run(llm, "llmperf.profiler", "vllm", "llmperf.probe", "false")
                            .fails())
                    .hasMessage(
                            "llmperf.profiler: a profiler must not stand beside llmperf.probe=false: it is started and"
                                    + " stopped by requests that are not the plan's own; remove one of them");
            assertThat(run(llm, "llmperf.profiler", "nsys").refuses())
                    .hasMessage("llmperf.profiler: value must be vllm, sglang or off, but is \"nsys\"");
            assertThat(run(llm, "llmperf.metrics.interval", "100ms").refuses())
                    .hasMessage(
                            "llmperf.metrics.interval: interval must be at least 200ms, or 0 for readings before and after"
                                    + " the load only, but is 100ms");
            assertThat(llm.asked()).isEmpty();
        }
    }

    /** Without a warm-up, in which answers might be held: what is read then is not measured. */
    @Baseline(gated = "serverTpot")
    static class WatchedTestCase {
        @LlmLoad(users = 2, requests = 12, warmup = "0", maxNewTokens = 4, thinkTime = "20ms")
        void load() {}
    }
}
