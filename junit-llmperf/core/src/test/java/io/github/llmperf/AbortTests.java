package io.github.llmperf;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.llmperf.ScriptedLlm.Scripted;
import io.github.llmperf.ScriptedLlm.Way;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AbortTests {

    @TempDir
    Path directory;

    @Scripted(Way.SHAKY)
    static class ShakyTestCase {
        @LlmLoad(users = 2, requests = 500, repetitions = 2, thinkTime = "5ms", abort = Toggle.ON)
        void fails() {}
    }

    @Test
    void endsARunWhoseLimitIsLostAndSaysSoEverywhere() throws Exception {
        // With nothing stored no latency is looked at: a busy machine does not decide.
        LoadTestKit run = LoadTestKit.run(directory, ShakyTestCase.class, Map.of());

        assertThat(run.fails()).hasMessageContaining("ended early after");
        JsonNode result = new ObjectMapper().readTree(run.written("result.json"));
        assertThat(result.path("end").asText()).isEqualTo("LIMIT_BROKEN");
        String because = result.path("because").asText();
        assertThat(because).startsWith("errorRate ≤ 1 % ").contains(" 11 of ");
        assertThat(result.path("requests").path("attempted").asInt()).isLessThan(100);
        assertThat(run.written("report.html")).contains("ended early", because);
        assertThat(run.count("baseline.jsonl")).as("candidates to be stored").isZero();
    }

    @Test
    void letsTheRunGoOnWhereNothingIsSaid() throws Exception {
        LoadTestKit run = LoadTestKit.run(
                directory, ShakyTestCase.class, Map.of("llmperf.abort", "off", "llmperf.requests", "60"));

        assertThat(run.fails()).hasMessageContaining("errorRate");
        JsonNode result = new ObjectMapper().readTree(run.written("result.json"));
        assertThat(result.path("end").asText()).isEqualTo("COMPLETED");
        assertThat(result.path("requests").path("attempted").asInt()).isEqualTo(120);
    }
}
