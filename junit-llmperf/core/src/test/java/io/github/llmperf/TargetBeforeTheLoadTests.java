package io.github.llmperf;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.StartingLlm.Starting;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** What is sent to a target before its load, and what is not. */
@ResourceLock("StartingLlm")
class TargetBeforeTheLoadTests {

    private static final String LOAD = "POST /v1/chat/completions";

    /** Of a server that says its version nowhere. */
    private static final List<String> VERSION_AND_METRICS = List.of(
            "GET /version",
            "GET /get_server_info",
            "GET /info",
            "GET /props",
            "GET /api/version",
            "GET /v2",
            "GET /metrics");

    @TempDir
    Path directory;

    private LoadTestKit run(Class<?> testCase, Map<String, String> parameters) {
        return LoadTestKit.run(directory, testCase, parameters);
    }

    @Test
    void isOneTinyRequestTheQuestionForTheVersionAndTheMetricsOnBothSides() {
        run(ReadyTestCase.class, Map.of()).passes();

        assertThat(StartingLlm.REQUESTS).startsWith(LOAD).hasSize(1 + VERSION_AND_METRICS.size() + 12 + 1);
        assertThat(StartingLlm.REQUESTS.subList(1, 1 + VERSION_AND_METRICS.size()))
                .isEqualTo(VERSION_AND_METRICS);
        assertThat(StartingLlm.REQUESTS).endsWith(LOAD, "GET /metrics");
    }

    @Test
    void isNothingWithoutTheProbe() {
        run(ReadyTestCase.class, Map.of("llmperf.probe", "false")).passes();

        assertThat(StartingLlm.REQUESTS).isEqualTo(Collections.nCopies(12, LOAD));
    }

    @Test
    void isNoListOfModelsWithoutTheProbe() {
        Throwable failure = run(UnknownModelTestCase.class, Map.of("llmperf.probe", "false"))
                .fails();

        assertThat(failure.getMessage()).startsWith("ERROR: ");
        assertThat(StartingLlm.REQUESTS).isNotEmpty().containsOnly(LOAD);
    }

    @Test
    void isAskedAgainUntilItIsReady() {
        run(SoonReadyTestCase.class, Map.of()).passes();

        assertThat(StartingLlm.REQUESTS)
                .as("twice in vain, then with an answer, which is the probe")
                .startsWith(LOAD, LOAD, LOAD, "GET /version")
                .hasSize(3 + VERSION_AND_METRICS.size() + 12 + 1);
    }

    @Test
    void isWaitedForInVain() {
        assertThat(run(NeverReadyTestCase.class, Map.of()).fails().getMessage())
                .startsWith("ERROR: TargetBeforeTheLoadTests.NeverReadyTestCase.load: http://127.0.0.1:")
                .containsPattern(
                        " was not ready within waitFor = \"300ms\" \\(waited \\d+ s, \\d+ tr(y|ies)\\)\\. The last"
                                + " one: http://127\\.0\\.0\\.1:\\d+/v1/chat/completions has no room \\(HTTP 503: Loading"
                                + " model\\): ");
        assertThat(StartingLlm.REQUESTS).containsOnly(LOAD);
    }

    @Test
    void isNotWaitedForWhenItRefusesTheKey() {
        assertThat(run(NoKeyTestCase.class, Map.of()).fails().getMessage())
                .startsWith("ERROR: TargetBeforeTheLoadTests.NoKeyTestCase.load: the key is missing or refused by ");
        assertThat(StartingLlm.REQUESTS).containsExactly(LOAD);
    }

    @Test
    void isNotWaitedForWhereNothingMayBeSent() {
        assertThat(run(SoonReadyTestCase.class, Map.of("llmperf.probe", "false"))
                        .fails())
                .isInstanceOf(ExtensionConfigurationException.class)
                .hasMessage("@LlmTarget(waitFor) on SoonReadyTestCase: waitFor must not stand beside"
                        + " llmperf.probe=false: waiting sends requests that are not the plan's own; set waitFor to"
                        + " \"0\", or remove llmperf.probe");
        assertThat(StartingLlm.REQUESTS).isEmpty();
    }

    @Starting
    @Baseline(Toggle.OFF)
    @LlmTarget(from = StartingLlm.class)
    static class ReadyTestCase {
        @LlmLoad(requests = 11, warmup = "1")
        void load() {}
    }

    @Starting(after = 2)
    @Baseline(Toggle.OFF)
    @LlmTarget(from = StartingLlm.class, waitFor = "10m")
    static class SoonReadyTestCase {
        @LlmLoad(requests = 11, warmup = "1")
        void load() {}
    }

    @Starting(after = Integer.MAX_VALUE)
    @Baseline(Toggle.OFF)
    @LlmTarget(from = StartingLlm.class, waitFor = "300ms")
    static class NeverReadyTestCase {
        @LlmLoad(requests = 12)
        void load() {}
    }

    @Starting(after = Integer.MAX_VALUE, status = 404)
    @Baseline(Toggle.OFF)
    @LlmTarget(from = StartingLlm.class, model = "m")
    static class UnknownModelTestCase {
        @LlmLoad(requests = 12)
        void load() {}
    }

    @Starting(after = 1, status = 401)
    @Baseline(Toggle.OFF)
    @LlmTarget(from = StartingLlm.class, waitFor = "10m")
    static class NoKeyTestCase {
        @LlmLoad(requests = 12)
        void load() {}
    }
}
