package io.github.llmperf;

import static io.github.llmperf.LlmPerfAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.LlmLoadExtensionTests.FineTestCase;
import io.github.llmperf.ScriptedLlm.Scripted;
import io.github.llmperf.ScriptedLlm.Way;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/** What a verdict does to its test. */
class LoadVerdictTests {

    @TempDir
    Path directory;

    private LoadTestKit run(Class<?> testCase, String... parameters) {
        Map<String, String> map = new java.util.HashMap<>();
        for (int i = 0; i < parameters.length; i += 2) {
            map.put(parameters[i], parameters[i + 1]);
        }
        return LoadTestKit.run(directory, testCase, map);
    }

    @Test
    void failsWithAllBrokenLimitsInOneMessage() {
        Throwable failure = run(BrokenTestCase.class).fails();
        assertThat(failure).isInstanceOf(AssertionFailedError.class);
        assertThat(failure.getMessage()).startsWith("SLA VIOLATED: LoadVerdictTests.BrokenTestCase.broken: ");
        assertThat(failure.getMessage()).contains("requestRate", "outputTokenRate", "outputTokens.mean");
        assertThat(failure.getMessage().lines().skip(1).filter(line -> line.contains("≥")))
                .as("rows of the table")
                .isNotEmpty()
                .allMatch(line -> line.length() <= 100);
    }

    @Test
    void runsTheBodyBeforeAFailedVerdictFails() {
        BrokenTestCase.bodies = 0;
        run(BrokenTestCase.class).fails();
        assertThat(BrokenTestCase.bodies).isPositive();
    }

    @Test
    void makesTheVerdictTheFailureAndSuppressesTheBodys() {
        Throwable failure = run(BothFailTestCase.class).fails();
        assertThat(failure.getMessage()).startsWith("SLA VIOLATED");
        assertThat(failure.getSuppressed()).singleElement().satisfies(body -> assertThat(body)
                .hasMessage("the body fails as well"));
    }

    @Test
    void failsWithTheBodysFailureWhenTheVerdictIsGood() {
        assertThat(run(BodyFailsTestCase.class).fails().getMessage())
                .contains("errorRate in % of LoadVerdictTests.BodyFailsTestCase.body");
    }

    @Test
    void countsServerErrorsAsFailures() {
        Throwable failure = run(ShakyTestCase.class).fails();
        assertThat(failure.getMessage()).contains("errorRate", "SLA VIOLATED");
    }

    @Test
    void abortsAnInvalidRunBeforeTheBody() {
        TooFewTestCase.bodies = 0;
        Throwable aborted = run(TooFewTestCase.class).aborts();
        assertThat(aborted)
                .isInstanceOf(TestAbortedException.class)
                .hasMessageStartingWith("INVALID: LoadVerdictTests.TooFewTestCase.few: ");
        assertThat(TooFewTestCase.bodies).isZero();
    }

    @Test
    void failsAnInvalidRunWhenStrict() {
        assertThat(run(TooFewTestCase.class, "llmperf.strict", "true").fails())
                .isInstanceOf(AssertionFailedError.class)
                .hasMessageStartingWith("INVALID: LoadVerdictTests.TooFewTestCase.few: ");
    }

    @ParameterizedTest
    @CsvSource({"llmperf.baseline.tag, v1.2", "llmperf.baseline.accept, larger model"})
    void failsARunThatCannotCarryItsMark(String key, String value) {
        Throwable failure = run(TooFewToStoreTestCase.class, "llmperf.baseline", "record", key, value)
                .fails();

        assertThat(failure)
                .isInstanceOf(LoadTestException.class)
                .hasMessageStartingWith(key + "=" + value
                        + " was asked for, but this run is INVALID and is not stored; run it again\n\nINVALID: ");
        run(TooFewToStoreTestCase.class, "llmperf.baseline", "record").aborts();
    }

    @Test
    void failsWithoutABaselineWhenOneIsRequired() {
        assertThat(run(FineTestCase.class, "llmperf.baseline.required", "true")
                        .fails()
                        .getMessage())
                .startsWith("NO BASELINE: LlmLoadExtensionTests.FineTestCase.fine: ")
                .contains("-Dllmperf.baseline=record");
    }

    @Test
    void recordsARunAndComparesTheNextWithIt() throws Exception {
        run(FineTestCase.class, "llmperf.baseline", "record").passes();
        Path file = directory.resolve("baselines/default/" + FineTestCase.class.getName() + "/fine/single.jsonl");
        assertThat(Files.readAllLines(file)).hasSize(1);
        assertThat(run(FineTestCase.class).written("single/baseline.jsonl"))
                .startsWith("{\"schema\":1,")
                .endsWith("}\n");
        LoadTestKit next = run(FineTestCase.class);
        assertThat(next.written("result.json"))
                .doesNotContain("\"NO_BASELINE\"")
                .contains("\"runs\"");
    }

    @Test
    void readsAndWritesNoBaselineWhenSwitchedOff() {
        LoadTestKit run = run(FineTestCase.class, "llmperf.baseline", "off").passes();
        assertThat(run.written("result.json")).contains("\"PASS\"");
        assertThat(directory.resolve("baselines")).doesNotExist();
    }

    @Test
    void saysThatABaselineCannotBeStored() throws Exception {
        Files.writeString(directory.resolve("baselines"), "a file where a directory should be");
        Throwable failure =
                run(FineTestCase.class, "llmperf.baseline", "record").fails();
        assertThat(failure).isInstanceOf(LoadTestException.class);
        assertThat(failure.getMessage()).startsWith("the run could not be stored as a baseline: ");
    }

    @Test
    void keepsTheVerdictWhenResultsCannotBeWritten() throws Exception {
        Files.writeString(directory.resolve("results"), "a file where a directory should be");
        assertThat(run(BrokenTestCase.class).fails().getMessage()).startsWith("SLA VIOLATED");
    }

    @Test
    void keepsAFailedVerdictWhenTheBaselineCannotBeStored() throws Exception {
        Files.writeString(directory.resolve("baselines"), "a file where a directory should be");
        Throwable failure =
                run(GuardedBrokenTestCase.class, "llmperf.baseline", "record").fails();
        assertThat(failure.getMessage()).startsWith("SLA VIOLATED");
        assertThat(failure.getSuppressed()).singleElement().isInstanceOf(LoadTestException.class);
    }

    @Scripted
    @Baseline(Toggle.OFF)
    static class BrokenTestCase {
        static int bodies;

        @LlmLoad(requests = 20)
        @Sla(requestRate = "1000000/s", outputTokenRate = "10000000/s", require = "outputTokens < 2")
        void broken() {
            bodies++;
        }
    }

    @Scripted
    @Baseline(Toggle.OFF)
    static class BothFailTestCase {
        @LlmLoad(requests = 20)
        @Sla(requestRate = "1000000/s")
        void both() {
            throw new IllegalStateException("the body fails as well");
        }
    }

    @Scripted
    @Baseline(Toggle.OFF)
    static class BodyFailsTestCase {
        @LlmLoad(requests = 20)
        void body(LoadResult result) {
            assertThat(result).errorRate().isGreaterThan(50);
        }
    }

    @Scripted(Way.SHAKY)
    @Baseline(Toggle.OFF)
    static class ShakyTestCase {
        @LlmLoad(requests = 40)
        void shaky() {}
    }

    @Scripted
    static class TooFewToStoreTestCase {
        @LlmLoad(duration = "300ms")
        @Sla(require = "e2e.p99.99 < 60s")
        void few() {}
    }

    @Scripted
    @Baseline(Toggle.OFF)
    static class TooFewTestCase {
        static int bodies;

        @LlmLoad(duration = "300ms")
        @Sla(require = "e2e.p99.99 < 60s")
        void few() {
            bodies++;
        }
    }

    @Scripted
    static class GuardedBrokenTestCase {
        @LlmLoad(requests = 20)
        @Sla(requestRate = "1000000/s")
        @Baseline(gated = "outputTokenRate")
        void broken() {}
    }
}
