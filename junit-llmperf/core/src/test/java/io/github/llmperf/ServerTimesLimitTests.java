package io.github.llmperf;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Limits on what servers say of themselves, from the annotation to the verdict. */
class ServerTimesLimitTests {

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"on", "off"})
    void areMetStreamedAndNot(String stream) {
        LoadTestKit run =
                run(MetTestCase.class, Map.of("llmperf.stream", stream)).passes();

        assertThat(run.written("result.json"))
                .containsPattern("\"serverTtft\" : \\{\\s+\"unit\" : \"ms\",\\s+\"better\" : \"lower\",\\s+\"n\" : 12,"
                        + "\\s+\"mean\" : 280")
                .containsPattern("\"serverTpot\" : \\{\\s+\"unit\" : \"ms\",\\s+\"better\" : \"lower\",\\s+\"n\" : 12,"
                        + "\\s+\"mean\" : 40");
    }

    @ParameterizedTest
    @ValueSource(strings = {"on", "off"})
    void areBrokenStreamedAndNot(String stream) {
        assertThat(run(BrokenTestCase.class, Map.of("llmperf.stream", stream)).fails())
                .hasMessageContaining("serverTtft.p90 280 ms ≥ 100 ms (n=12)");
    }

    @Test
    void areBrokenWhereTheServerSaysNothing() {
        assertThat(run(SilentTestCase.class, Map.of()).fails())
                .hasMessageContaining("serverTtft.p90 has no samples, but must be < 300 ms: the server stated no"
                        + " serverTtft in its answers; see docs/metrics.md for what each server states");
    }

    @Test
    void areRefusedBeforeAnythingIsSentWhereTheDialectNeverStatesThem() {
        int before = TimedLlm.REQUESTS.get();

        assertThat(run(LoadTimeTestCase.class, Map.of()).fails())
                .hasMessageStartingWith(
                        "@Sla(require) on LoadTimeTestCase.load: a limit on serverLoad.mean must rest on a"
                                + " time that the server states, but api \"openai-chat\" at 127.0.0.1 states only serverQueue,"
                                + " serverPrefill, serverDecode,")
                .hasMessageEndingWith(". Limit e2e instead");
        assertThat(TimedLlm.REQUESTS).hasValue(before);
    }

    private LoadTestKit run(Class<?> testCase, Map<String, String> parameters) {
        return LoadTestKit.run(directory, testCase, parameters);
    }

    @TimedLlm.Timed
    @Baseline(Toggle.OFF)
    static class MetTestCase {
        @LlmLoad(requests = 12)
        @Sla(require = {"serverTtft.p90 < 300ms", "serverTpot <= 40ms"})
        void load() {}
    }

    @TimedLlm.Timed
    @Baseline(Toggle.OFF)
    static class BrokenTestCase {
        @LlmLoad(requests = 12)
        @Sla(require = "serverTtft.p90 < 100ms")
        void load() {}
    }

    @TimedLlm.Timed(silent = true)
    @Baseline(Toggle.OFF)
    static class SilentTestCase {
        @LlmLoad(requests = 12, stream = Toggle.OFF)
        @Sla(require = "serverTtft.p90 < 300ms")
        void load() {}
    }

    @TimedLlm.Timed
    @Baseline(Toggle.OFF)
    static class LoadTimeTestCase {
        @LlmLoad(requests = 12)
        @Sla(require = "serverLoad < 1s")
        void load() {}
    }
}
