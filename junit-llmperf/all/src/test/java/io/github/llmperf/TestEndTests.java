package io.github.llmperf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.llmperf.ScriptedLlm.Scripted;
import io.github.llmperf.build.SummaryFile;
import io.github.llmperf.clock.NanoClock;
import io.github.llmperf.report.json.JsonSummary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Results are written before the body runs; what becomes of the test afterwards is told all the same. */
class TestEndTests {

    @TempDir
    Path directory;

    @Scripted
    @Baseline(Toggle.OFF)
    static class PassingTestCase {
        @LlmLoad(requests = 10, thinkTime = "10ms")
        void passes() {}
    }

    @Scripted
    @Baseline(Toggle.OFF)
    static class FailingTestCase {
        @LlmLoad(requests = 10, thinkTime = "10ms")
        void fails() {
            assertEquals("two", "one");
        }
    }

    @Scripted
    @Baseline(Toggle.OFF)
    static class BreakingTestCase {
        @LlmLoad(requests = 10, thinkTime = "10ms")
        void breaks() {
            throw new IllegalStateException("no database\nat all <b>");
        }
    }

    @Scripted
    @Baseline(Toggle.OFF)
    static class FailingAfterTestCase {
        @LlmLoad(requests = 10, thinkTime = "10ms")
        void passes() {}

        @AfterEach
        void fail() {
            throw new AssertionError("left something behind");
        }
    }

    @Scripted
    @Baseline(Toggle.OFF)
    static class SkippingTestCase {
        @LlmLoad(requests = 10, thinkTime = "10ms")
        void skips() {
            Assumptions.abort("not on Sundays");
        }
    }

    @Scripted
    @Baseline(Toggle.OFF)
    static class TwiceFailingTestCase {
        @LlmLoad(requests = 10, thinkTime = "10ms")
        @Sla(require = "requestRate >= 100000/s")
        void fails() {
            throw new AssertionError("and the body, too");
        }
    }

    @Scripted
    @Baseline(Toggle.OFF)
    static class StagesTestCase {
        @LlmLoad(
                stages = {"1 user for 200ms", "2 users for 200ms"},
                thinkTime = "10ms")
        @Sla(require = "requestRate >= 100000/s")
        void fails() {}
    }

    @Scripted
    @Baseline(Toggle.OFF)
    static class FlakyTestCase {
        static int runs;

        @LlmLoad(requests = 10, thinkTime = "10ms")
        void flakes() {
            runs++;
            assertEquals(2, runs);
        }
    }

    @Test
    void goesByTheLastOfSeveralRunsInABuild() throws IOException {
        FlakyTestCase.runs = 0;
        LoadTestKit first = run(FlakyTestCase.class);
        first.fails();
        assertThat(rows(first)).extracting(JsonSummary::words).containsExactly("TEST FAILED");

        LoadTestKit second = first.again(FlakyTestCase.class, Map.of()).passes();

        assertThat(outcome(second)).hasToString("{\"end\":\"PASSED\",\"message\":\"\"}");
        assertThat(rows(second)).extracting(JsonSummary::words).containsExactly("PASS");
    }

    @Test
    void saysThatATestHasPassed() throws IOException {
        LoadTestKit run = run(PassingTestCase.class).passes();

        assertThat(outcome(run)).hasToString("{\"end\":\"PASSED\",\"message\":\"\"}");
        assertThat(rows(run)).extracting(JsonSummary::words).containsExactly("PASS");
    }

    @Test
    void saysThatTheBodyHasFailedThoughTheLoadPassed() throws IOException {
        LoadTestKit run = run(FailingTestCase.class);
        assertThat(run.fails()).hasMessageContaining("expected: <two>");

        assertThat(outcome(run)).hasToString("{\"end\":\"FAILED\",\"message\":\"expected: <two> but was: <one>\"}");
        JsonSummary row = rows(run).get(0);
        assertThat(row.words()).isEqualTo("TEST FAILED");
        assertThat(row.failing()).isTrue();
        assertThat(row.reason())
                .isEqualTo("the test itself failed: expected: <two> but was: <one>; its load: PASS, 1 limit met");
        assertThat(run.output().resolve("summary.md"))
                .content()
                .startsWith("## Load tests: 1 TEST FAILED\n")
                .contains("| ✗ **TEST FAILED** | TestEndTests.FailingTestCase.fails | the test itself failed: expected:"
                        + " &lt;two&gt; but was: &lt;one&gt;; its load: PASS, 1 limit met |");
        assertThat(run.output().resolve("index.html"))
                .content()
                .contains("✗ FAILED", "The only load test failed (1 TEST FAILED).", "✗ TEST FAILED");
        assertThat(run.written("report.html"))
                .contains("<title>TEST FAILED: TestEndTests.FailingTestCase.fails</title>")
                .contains("The test itself failed: expected: &lt;two&gt; but was: &lt;one&gt;. Below is what its load"
                        + " came to.")
                .contains("✓ PASS");
    }

    @Test
    void namesTheExceptionOfABodyThatBreaks() throws IOException {
        LoadTestKit run = run(BreakingTestCase.class);
        run.fails();

        assertThat(outcome(run).path("message").asText()).isEqualTo("IllegalStateException: no database at all <b>");
        assertThat(rows(run).get(0).failing()).isTrue();
        assertThat(run.output().resolve("index.html"))
                .content()
                .contains("no database at all &lt;b&gt;")
                .doesNotContain("all <b>");
    }

    @Test
    void saysWhatFailedAfterTheBody() throws IOException {
        LoadTestKit run = run(FailingAfterTestCase.class);
        run.fails();

        assertThat(rows(run).get(0).reason())
                .isEqualTo("the test itself failed: left something behind; its load: PASS, 1 limit met");
    }

    @Test
    void tellsABodyThatSkipsItselfFromAPass() throws IOException {
        LoadTestKit run = run(SkippingTestCase.class);
        run.aborts();

        assertThat(outcome(run).path("end").asText()).isEqualTo("SKIPPED");
        JsonSummary row = rows(run).get(0);
        assertThat(row.words()).isEqualTo("SKIPPED");
        assertThat(row.failing()).isFalse();
        assertThat(row.reason()).isEqualTo("the test skipped itself: not on Sundays; its load: PASS, 1 limit met");
        assertThat(run.output().resolve("index.html"))
                .content()
                .contains("· SKIPPED", "The only load test skipped itself.");
    }

    @Test
    void keepsTheVerdictFirstWhereBothFail() throws IOException {
        LoadTestKit run = run(TwiceFailingTestCase.class);
        run.fails();

        assertThat(outcome(run).path("message").asText()).isEqualTo("and the body, too");
        JsonSummary row = rows(run).get(0);
        assertThat(row.words()).isEqualTo("SLA VIOLATED");
        assertThat(row.reason())
                .startsWith("requestRate ")
                .endsWith("; the test itself failed, too: and the body, too");
        assertThat(row.findings().key().map(key -> key.cells().measure())).contains("requestRate");
    }

    @Test
    void blamesNoOtherStageForWhatOneBroke() throws IOException {
        LoadTestKit run = run(StagesTestCase.class);
        run.fails();

        assertThat(rows(run)).hasSize(2).extracting(JsonSummary::words).containsOnly("SLA VIOLATED");
        assertThat(outcome(run)).hasToString("{\"end\":\"FAILED\",\"message\":\"\"}");
    }

    private LoadTestKit run(Class<?> testCase) {
        return LoadTestKit.run(directory, testCase, Map.of());
    }

    private static List<JsonSummary> rows(LoadTestKit run) throws IOException {
        return new SummaryFile(run.output(), NanoClock.SYSTEM).rebuild().rows();
    }

    private static JsonNode outcome(LoadTestKit run) throws IOException {
        return new ObjectMapper().readTree(run.written("result.json")).path("outcome");
    }
}
