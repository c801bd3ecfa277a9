package io.github.llmperf;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.io.TempDir;

/** The rehearsal and the witness, from the switch to {@code result.json}. */
class RehearsalSettingTests {

    private static final String KEY = "llmperf.rehearsal";

    @TempDir
    Path directory;

    @Test
    void comesBeforeTheFirstLoadAndIsTold() {
        String result = LoadTestKit.run(directory, SmallTestCase.class, Map.of(KEY, "on"))
                .passes()
                .written("result.json");

        assertThat(result).containsPattern("\"rehearsal\" ?: ?\\{\\s*\"state\" ?: ?\"DONE\"");
    }

    @Test
    void canBeSwitchedOff() {
        String result = LoadTestKit.run(directory, SmallTestCase.class, Map.of(KEY, "off"))
                .passes()
                .written("result.json");

        assertThat(result).containsPattern("\"rehearsal\" ?: ?\\{\\s*\"state\" ?: ?\"OFF\"");
    }

    @Test
    void isOnOrOff() {
        assertThat(LoadTestKit.run(directory, SmallTestCase.class, Map.of(KEY, "often"))
                        .fails())
                .isInstanceOf(ExtensionConfigurationException.class)
                .hasMessage(KEY + ": value must be on or off, but is \"often\"");
    }

    @Test
    void leavesTheWitnessToEachRun() {
        LoadTestKit run =
                LoadTestKit.run(directory, SmallTestCase.class, Map.of()).passes();

        assertThat(run.written("result.json"))
                .containsPattern("\"added\" ?: ?\\{\\s*\"ttft\" ?: ?\\{\\s*\"p50\" ?: ?\\d");
        assertThat(run.written("report.html")).contains("the client added", " to ttft (p99 ");
    }

    @LlmTarget(from = ObedientLlm.class, model = "m")
    static class SmallTestCase {
        @LlmLoad(users = 2, duration = "300ms", maxNewTokens = 20)
        @Baseline(Toggle.OFF)
        void asks() {}
    }
}
