package io.github.llmperf.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.github.llmperf.Baseline;
import io.github.llmperf.LlmCompare;
import io.github.llmperf.LlmLoad;
import io.github.llmperf.Sla;
import io.github.llmperf.Toggle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.engine.reporting.OutputDirectoryProvider;
import org.junit.platform.testkit.engine.EngineTestKit;

/** What fails a build and what does not, with a real load on a real server. The child builds of src/it do the same in Maven. */
@Tag("slow")
class FailsBuildsTests {

    private static final Map<String, String> RECORD = Map.of("llmperf.baseline", "record");
    private static final int TRIES = 5;

    @TempDir
    Path directory;

    /** Each run is a build of its own, with an output of its own: in one output a second run would be a re-run. */
    private int builds;

    @Test
    void brokenLimitsFailAndAreAllListed() {
        TestExecutionResult result = run(BrokenSlaTestCase.class, Map.of());

        assertThat(result.getStatus()).isEqualTo(Status.FAILED);
        assertThat(message(result).lines().findFirst().orElseThrow())
                .startsWith("SLA VIOLATED: FailsBuildsTests.BrokenSlaTestCase.isTooSlow")
                .contains("ttft.p90", "e2e")
                .doesNotContain("responseTime");
    }

    @Test
    void serverAtHalfSpeedIsARegressionAgainstOneStoredRun() throws IOException {
        store(1);

        TestExecutionResult result = run(SpeedTestCase.class, Map.of("llmperf-sim.slowFactor", "2"));

        assertThat(result.getStatus()).isEqualTo(Status.FAILED);
        assertThat(message(result).lines().findFirst().orElseThrow())
                .startsWith("REGRESSION: FailsBuildsTests.SpeedTestCase.isAsFastAsBefore")
                .contains("1 stored run", "ttft.p50", "e2e.p50", " against ")
                .containsPattern("\\+(9|10)\\d(\\.\\d+)? %");
    }

    @Test
    void serverTwoPercentSlowerPassesAgainstFiveStoredRuns() throws IOException {
        store(5);

        TestExecutionResult result =
                run(SpeedTestCase.class, Map.of("llmperf-sim.slowFactor", "1.02", "llmperf.baseline.required", "true"));

        assertThat(result.getStatus()).as(result.toString()).isEqualTo(Status.SUCCESSFUL);
    }

    @Test
    void serverAtHalfSpeedIsARegressionAgainstOneThatIsStartedInTurnsWithIt() {
        TestExecutionResult result = run(TwoServersTestCase.class, Map.of());

        assertThat(result.getStatus()).as(result.toString()).isEqualTo(Status.FAILED);
        assertThat(message(result))
                .startsWith("REGRESSION: FailsBuildsTests.TwoServersTestCase.isAsFast: ttft.p50 ")
                .contains(" of production, +", "mean of 3 pairs", "both targets were started anew for each pair");
    }

    @Test
    void missingBaselinePassesUnlessItIsRequired() {
        assertThat(run(SpeedTestCase.class, Map.of()).getStatus()).isEqualTo(Status.SUCCESSFUL);

        TestExecutionResult result = run(SpeedTestCase.class, Map.of("llmperf.baseline.required", "true"));

        assertThat(result.getStatus()).isEqualTo(Status.FAILED);
        assertThat(message(result)).startsWith("NO BASELINE: ").contains("-Dllmperf.baseline=record");
    }

    /** Stores runs. One that this machine was too busy to measure for later ones passes, and is not stored. */
    private void store(int runs) throws IOException {
        int tries = 0;
        for (int missing = runs; missing > 0; missing = runs - stored()) {
            assumeTrue(
                    tries++ < runs + TRIES,
                    () -> "this machine is too busy: of " + (runs + TRIES) + " runs, fewer than " + runs
                            + " were measured well enough to be stored");
            assertThat(runOnce(SpeedTestCase.class, RECORD).getStatus()).isNotEqualTo(Status.FAILED);
        }
    }

    private int stored() throws IOException {
        Path file = directory.resolve(
                "baselines/default/" + SpeedTestCase.class.getName() + "/isAsFastAsBefore/single.jsonl");
        return Files.exists(file) ? Files.readAllLines(file).size() : 0;
    }

    /** No test here expects an INVALID run, which is aborted: this machine was too busy, and it is tried again. */
    private TestExecutionResult run(Class<?> testCase, Map<String, String> parameters) {
        TestExecutionResult result = runOnce(testCase, parameters);
        for (int i = 1; i < TRIES && result.getStatus() == Status.ABORTED; i++) {
            result = runOnce(testCase, parameters);
        }
        String said = message(result);
        assumeFalse(
                result.getStatus() == Status.ABORTED && said.contains("load generator saturated"),
                () -> "this machine is too busy, " + TRIES + " times: " + said);
        return result;
    }

    private TestExecutionResult runOnce(Class<?> testCase, Map<String, String> parameters) {
        EngineTestKit.Builder builder = EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(testCase))
                .configurationParameter(
                        "llmperf.output",
                        directory.resolve("results-" + ++builds).toString())
                .outputDirectoryProvider(new Published(directory.resolve("published-" + builds)))
                .configurationParameter("llmperf.invalid.retries", "0") // each try here is one of ours
                .configurationParameter(
                        "llmperf.baseline.dir", directory.resolve("baselines").toString());
        parameters.forEach(builder::configurationParameter);
        return builder.execute().testEvents().finished().stream()
                .map(event -> event.getRequiredPayload(TestExecutionResult.class))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no test of " + testCase + " ran"));
    }

    private static String message(TestExecutionResult result) {
        return result.getThrowable().map(Throwable::getMessage).orElse("");
    }

    /** Limits that are broken for certain even if the load generator has added half a second. */
    @SimulatedLlm(arrivalMillis = 600, stepMillis = 40)
    @Baseline(Toggle.OFF)
    static class BrokenSlaTestCase {
        @LlmLoad(users = 10, requests = 20, maxNewTokens = 6)
        @Sla(ttftP90 = "50ms", e2e = "60ms", responseTimeP50 = "30s")
        void isTooSlow() {}
    }

    @SimulatedLlm(name = "production", arrivalMillis = 300, stepMillis = 20)
    @SimulatedLlm(name = "candidate", arrivalMillis = 300, stepMillis = 20, slowFactor = 2)
    @LlmCompare(with = "production", pairs = 3)
    static class TwoServersTestCase {
        @LlmLoad(users = 20, requests = 40, maxNewTokens = 6)
        @Baseline(gated = "ttft.p50")
        void isAsFast() {}
    }

    /** Of its latencies, 5 % is what the load generator may add in a comparison: 30 ms. */
    @SimulatedLlm(arrivalMillis = 600, stepMillis = 40)
    static class SpeedTestCase {
        @LlmLoad(users = 20, requests = 40, maxNewTokens = 6)
        @Baseline(gated = {"ttft.p50", "e2e.p50"})
        void isAsFastAsBefore() {}
    }

    /** Where a test kit's tests publish their files, which it lets none do by itself. */
    private record Published(Path root) implements OutputDirectoryProvider {
        @Override
        public Path getRootDirectory() {
            return root;
        }

        @Override
        public Path createOutputDirectory(TestDescriptor test) throws IOException {
            return Files.createDirectories(
                    root.resolve(Integer.toHexString(test.getUniqueId().hashCode())));
        }
    }
}
