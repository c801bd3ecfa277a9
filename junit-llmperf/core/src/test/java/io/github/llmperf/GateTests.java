package io.github.llmperf;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.ScriptedLlm.Scripted;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.opentest4j.AssertionFailedError;

class GateTests {

    private static final String GATE = "llmperf.gate";

    @TempDir
    Path directory;

    private LoadTestKit run(Class<?> testCase, String... parameters) {
        Map<String, String> map = new HashMap<>();
        for (int i = 0; i < parameters.length; i += 2) {
            map.put(parameters[i], parameters[i + 1]);
        }
        return LoadTestKit.run(directory, testCase, map);
    }

    private AbstractThrowableAssert<?, ?> refusal(Class<?> testCase, String... parameters) {
        return org.assertj.core.api.Assertions.assertThat(
                        run(testCase, parameters).refuses())
                .isInstanceOf(ExtensionConfigurationException.class);
    }

    @Test
    void failsATestWithoutABaselineAndSaysHowToRecordOne() {
        assertThat(run(FineTestCase.class, GATE, "true").fails())
                .isInstanceOf(AssertionFailedError.class)
                .hasMessageStartingWith("NO BASELINE: GateTests.FineTestCase.fine: ")
                .hasMessageContaining("-Dllmperf.baseline=record");
    }

    @Test
    void passesTheRunThatIsRecordedAndTheNextOne() {
        run(FineTestCase.class, GATE, "true", "llmperf.baseline", "record").passes();
        assertThat(run(FineTestCase.class, GATE, "true").written("result.json")).contains("\"gate\" : true");
    }

    @Test
    void failsARunThatCannotBeJudged() {
        assertThat(run(TooFewTestCase.class, GATE, "true").fails())
                .isInstanceOf(AssertionFailedError.class)
                .hasMessageStartingWith("INVALID: GateTests.TooFewTestCase.few: ");
    }

    @Test
    void failsAGuardedMeasureThatCouldNotBeCompared() {
        run(FewTestCase.class, "llmperf.baseline", "record").passes();

        run(FewTestCase.class).passes();
        LoadTestKit gated = run(FewTestCase.class, GATE, "true");
        assertThat(gated.fails())
                .isInstanceOf(AssertionFailedError.class)
                .hasMessageContaining("GateTests.FewTestCase.few: ")
                .hasMessageContaining("e2e.p90 is not decided: it takes 100 samples, and there are 40")
                .hasMessageContaining("@Baseline(gated = …)");
        assertThat(gated.written("result.json")).contains("\"failed\" : true");
    }

    @ParameterizedTest
    @CsvSource({"off, llmperf.gate", "off, llmperf.baseline.required", "calibrate, llmperf.gate"})
    void refusesToCompareWithNothing(String mode, String demand) {
        refusal(FineTestCase.class, "llmperf.baseline", mode, demand, "true")
                .hasMessage("llmperf.baseline=" + mode + " must not stand beside " + demand
                        + "=true: without a comparison no regression is found; remove one of the two");
    }

    @ParameterizedTest
    @ValueSource(strings = {"llmperf.gate", "llmperf.baseline.required"})
    void refusesLoadTestsThatAreSwitchedOff(String demand) {
        refusal(FineTestCase.class, "llmperf.enabled", "false", demand, "true")
                .hasMessage("llmperf.enabled=false must not stand beside " + demand
                        + "=true: a load test that is not run is not judged; remove one of the two");
    }

    @Test
    void failsATestWhoseTargetIsNotSetUp() {
        assertThat(run(NoTargetTestCase.class).skipReason()).contains("llmperf.target.");
        refusal(NoTargetTestCase.class, GATE, "true")
                .hasMessageContaining("llmperf.gate=true lets no load test be skipped");
    }

    @ParameterizedTest
    @ValueSource(classes = {AssumingTestCase.class, AssumingBeforeTestCase.class})
    void failsATestThatSkipsItself(Class<?> testCase) {
        run(testCase).aborts();
        assertThat(run(testCase, GATE, "true", "llmperf.baseline", "record").fails())
                .isInstanceOf(AssertionFailedError.class)
                .hasMessageContaining("no GPU here")
                .hasMessageContaining("llmperf.gate=true lets no load test be skipped");
    }

    @Test
    void refusesRequestsThatCanNeverReachALimit() {
        refusal(NeverTestCase.class)
                .hasMessage("@LlmLoad(requests) on NeverTestCase.never: requests must be enough for the limit on"
                        + " ttft.p99, which takes 100 samples, but come to 10 at most; raise requests, or limit a lower"
                        + " percentile");
    }

    @Test
    void refusesRequestsThatCanNeverBeCompared() {
        refusal(NeverComparedTestCase.class)
                .hasMessage("@LlmLoad(requests) on NeverComparedTestCase.never: requests must be enough for"
                        + " comparing e2e.p95 (@Baseline(gated) on NeverComparedTestCase), which takes 200"
                        + " samples, but come to 50 at most; raise requests, or guard a lower percentile");
        run(NeverComparedTestCase.class, "llmperf.baseline", "off").passes();
    }

    @Scripted
    @Baseline(gated = "ttft.p50")
    static class FineTestCase {
        @LlmLoad(requests = 40, thinkTime = "20ms")
        void fine() {}
    }

    @Scripted
    static class FewTestCase {
        @LlmLoad(requests = 40, thinkTime = "20ms", stream = Toggle.OFF)
        void few() {}
    }

    @Scripted
    @Baseline(Toggle.OFF)
    static class TooFewTestCase {
        @LlmLoad(duration = "300ms")
        @Sla(require = "e2e.p99.99 < 60s")
        void few() {}
    }

    @LlmTarget(name = "staging")
    static class NoTargetTestCase {
        @LlmLoad(requests = 20)
        void load() {}
    }

    @Scripted
    @Baseline(gated = "ttft.p50")
    static class AssumingTestCase {
        @LlmLoad(requests = 40, thinkTime = "20ms")
        void assumes() {
            Assumptions.abort("no GPU here");
        }
    }

    @Scripted
    static class AssumingBeforeTestCase {
        @BeforeEach
        void assume() {
            Assumptions.abort("no GPU here");
        }

        @LlmLoad(requests = 20)
        void load() {}
    }

    @Scripted
    static class NeverTestCase {
        @LlmLoad(requests = 10)
        @Sla(ttftP99 = "60s")
        void never() {}
    }

    @Scripted
    @Baseline(gated = "e2e.p95")
    static class NeverComparedTestCase {
        @LlmLoad(requests = 50)
        void never() {}
    }
}
