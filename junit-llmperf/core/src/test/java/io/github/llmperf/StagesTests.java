package io.github.llmperf;

import static io.github.llmperf.LlmPerfAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.llmperf.ScriptedLlm.Scripted;
import io.github.llmperf.ScriptedLlm.Way;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.run.StageResults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/** Tests with several loads one after the other, as their users see them. */
@Tag("slow")
class StagesTests {

    @TempDir
    Path directory;

    private LoadTestKit run(Class<?> testCase, String... parameters) {
        Map<String, String> map = new HashMap<>();
        for (int i = 0; i < parameters.length; i += 2) {
            map.put(parameters[i], parameters[i + 1]);
        }
        return LoadTestKit.run(directory, testCase, map);
    }

    // --- the life of a test -------------------------------------------------------------------------------------

    @Test
    void runsAllStagesInOneTestAndReportsEachByItself() {
        LoadTestKit run = run(FineTestCase.class).passes();
        assertThat(run.displayNames()).containsExactly("stages=3, prompt=chat, maxNewTokens=8");
        assertThat(FineTestCase.seen)
                .containsExactly(
                        "{stage=1, users=1, prompt=chat, maxNewTokens=8}",
                        "{stage=2, users=3, prompt=chat, maxNewTokens=8}",
                        "{stage=3, requestRate=40/s, prompt=chat, maxNewTokens=8}",
                        "afterEach: 3");
        assertThat(run.count("result.json")).isEqualTo(3);
        assertThat(run.written("stage=1/result.json"))
                .contains("\"stage\" : 1", "\"users\" : 1", "\"verdict\" : \"NO_BASELINE\"");
        assertThat(run.written("stage=3/result.json")).contains("\"stage\" : 3", "\"requestRate\" : \"40/s\"");
        assertThat(run.written("stage=2/report.html")).contains("FineTestCase.fine[stage=2]");
        assertThat(run.find("stage=2/latency.svg")).isPresent();
    }

    @Test
    void namesTheCellOfAMatrixBeforeTheStage() {
        LoadTestKit run = run(FineTestCase.class, "llmperf.prompt", "chat,rag", "llmperf.stages", "1 user for 400ms");
        run.results().testEvents().assertStatistics(stats -> stats.succeeded(2));
        assertThat(run.find("prompt=rag,stage=1/result.json")).isPresent();
    }

    @Test
    void goesOnInThePromptsSoThatNoStageIsAnsweredFromACache() {
        run(UnrepeatedTestCase.class).passes();
    }

    @Test
    void comparesEachStageWithItsOwnBaseline() throws IOException {
        run(GuardedTestCase.class, "llmperf.baseline", "record").passes();
        Path stored = directory.resolve("baselines/default/" + GuardedTestCase.class.getName() + "/guarded");
        assertThat(Files.readAllLines(stored.resolve("stage=1.jsonl"))).hasSize(1);
        assertThat(Files.readAllLines(stored.resolve("stage=2.jsonl"))).hasSize(1);

        LoadTestKit next = run(GuardedTestCase.class);
        assertThat(next.written("stage=2/result.json")).contains("\"runs\" : 1").doesNotContain("\"NO_BASELINE\"");

        Files.delete(stored.resolve("stage=2.jsonl"));
        assertThat(run(GuardedTestCase.class, "llmperf.baseline.required", "true")
                        .fails())
                .hasMessageContaining("NO BASELINE: StagesTests.GuardedTestCase.guarded[stage=2]: ");
    }

    // --- verdicts -----------------------------------------------------------------------------------------------

    @Test
    void failsByItsWorstStageAfterTheBody() {
        LastBrokenTestCase.bodies = 0;
        Throwable failure = run(LastBrokenTestCase.class).fails();
        assertThat(failure)
                .isInstanceOf(AssertionFailedError.class)
                .hasMessageStartingWith("SLA VIOLATED: StagesTests.LastBrokenTestCase.broken[stage=2]: requestRate ")
                .hasMessageContaining("stage=2/report.html");
        assertThat(failure.getMessage()).doesNotContain("[stage=1]");
        assertThat(LastBrokenTestCase.bodies).isPositive();
    }

    @Test
    void tellsAllFailingStagesInOneMessage() {
        String message = run(LastBrokenTestCase.class, "llmperf.stages", "1 user for 400ms,1 user for 400ms")
                .fails()
                .getMessage();
        assertThat(message.lines().filter(line -> line.startsWith("SLA VIOLATED: ")))
                .extracting(line -> line.substring(line.indexOf('[') + 1, line.indexOf(']')))
                .containsExactly("stage=1", "stage=2");
    }

    @Test
    void abortsBeforeTheBodyWhenAStageIsInvalid() {
        TooFewTestCase.bodies = 0;
        assertThat(run(TooFewTestCase.class).aborts())
                .isInstanceOf(TestAbortedException.class)
                .hasMessageStartingWith("INVALID: StagesTests.TooFewTestCase.few[stage=1]: ");
        assertThat(run(TooFewTestCase.class, "llmperf.strict", "true").fails())
                .isInstanceOf(AssertionFailedError.class);
        assertThat(TooFewTestCase.bodies).isZero();
    }

    // --- stages that are not run --------------------------------------------------------------------------------

    @Test
    void runsNoFurtherStageOnceNothingSucceeds() throws IOException {
        Path old = directory.resolve("results/" + AllFailTestCase.class.getName() + "/load/stage=2/result.json");
        Files.createDirectories(old.getParent());
        Files.writeString(old, "of yesterday");

        Throwable failure = run(AllFailTestCase.class, "llmperf.probe", "false").fails();
        assertThat(failure)
                .isInstanceOf(LoadTestException.class)
                .hasMessageStartingWith("ERROR: StagesTests.AllFailTestCase.load[stage=1]: nothing succeeded: all 20")
                .hasMessageEndingWith("stages 2 to 3 were not run, since stage 1 ended early");
        assertThat(old).doesNotExist();
    }

    @Test
    void sendsNothingMoreToATargetThatDoesNotAnswer() {
        assertThat(run(UnreachableTestCase.class).fails())
                .hasMessageStartingWith("ERROR: StagesTests.UnreachableTestCase.load[stage=1]: nothing answers at")
                .hasMessageEndingWith("stage 2 was not run, since stage 1 ended early");
    }

    // --- parameters ---------------------------------------------------------------------------------------------

    @Test
    void refusesASingleResultBeforeAnythingIsSent() {
        assertThat(run(SingleResultTestCase.class).refuses())
                .isInstanceOf(ExtensionConfigurationException.class)
                .hasMessage("parameter of SingleResultTestCase.load must be StageResults, but is LoadResult: a load in"
                        + " stages has a result for each; take StageResults, and from it stage(1)");
    }

    @Test
    void refusesResultsOfStagesWhereThereAreNone() {
        assertThat(run(FineTestCase.class, "llmperf.users", "1").refuses())
                .isInstanceOf(ExtensionConfigurationException.class)
                .hasMessage("parameter of FineTestCase.fine must be LoadResult, but is StageResults: the load has no"
                        + " stages; take LoadResult, or set stages in @LlmLoad");
        assertThat(run(AfterEachTestCase.class).fails())
                .isInstanceOf(ParameterResolutionException.class)
                .hasMessageContaining("parameter of AfterEachTestCase.after must be LoadResult, but is StageResults");
    }

    @Test
    void refusesWrongStagesBeforeAnythingIsSent() {
        assertThat(run(FineTestCase.class, "llmperf.stages", "1 user for 400ms,none")
                        .refuses())
                .hasMessage(
                        "llmperf.stages: stages must be users or a rate, and for how long, as in \"5 users for 1m\" or"
                                + " \"8/s for 30s\", but is \"none\"");
    }

    // --- fixtures -----------------------------------------------------------------------------------------------

    @Scripted
    static class FineTestCase {
        static final List<String> seen = new ArrayList<>();

        @BeforeAll
        static void forget() {
            seen.clear();
        }

        @LlmLoad(
                stages = {"1 user for 400ms", "3 users for 400ms", "40/s for 400ms"},
                thinkTime = "10ms",
                maxNewTokens = 8)
        void fine(StageResults results) {
            for (LoadResult result : results) {
                seen.add(result.cell().toString());
                assertThat(result).hasAtLeastSuccesses(1).errorRate().isZero();
            }
            assertThat(results.size()).isPositive();
            assertThat(results.stage(results.size())).isSameAs(results.last());
            assertThat(results.verdict()).isEqualTo(Verdict.NO_BASELINE);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> results.stage(0))
                    .withMessage("stage must be from 1 to " + results.size() + ", but is 0");
        }

        @AfterEach
        void after(StageResults results) {
            seen.add("afterEach: " + results.size());
        }
    }

    @Scripted(Way.UNREPEATED)
    @Baseline(Toggle.OFF)
    static class UnrepeatedTestCase {
        @LlmLoad(
                stages = {"1 user for 400ms", "2 users for 400ms", "40/s for 400ms"},
                thinkTime = "10ms")
        @Sla(errorRate = "0%")
        void load() {}
    }

    @Scripted
    static class GuardedTestCase {
        @LlmLoad(
                stages = {"1 user for 400ms", "3 users for 400ms"},
                thinkTime = "10ms",
                maxNewTokens = 8)
        @Baseline(gated = "errorRate")
        void guarded() {}
    }

    @Scripted
    @Baseline(Toggle.OFF)
    static class LastBrokenTestCase {
        static int bodies;

        @LlmLoad(
                stages = {"40 users for 400ms", "1 user for 400ms"},
                thinkTime = "50ms")
        @Sla(require = "requestRate >= 25/s")
        void broken(StageResults results) {
            bodies++;
        }
    }

    @Scripted
    @Baseline(Toggle.OFF)
    static class TooFewTestCase {
        static int bodies;

        @LlmLoad(stages = {"2/s for 500ms", "2/s for 500ms"})
        @Sla(require = "e2e.p99.9 < 60s")
        void few() {
            bodies++;
        }
    }

    @Scripted(Way.BROKEN)
    @Baseline(Toggle.OFF)
    static class AllFailTestCase {
        @LlmLoad(stages = {"1 user for 60s", "2 users for 60s", "3 users for 60s"})
        void load() {}
    }

    @Scripted(Way.UNREACHABLE)
    @Baseline(Toggle.OFF)
    static class UnreachableTestCase {
        @LlmLoad(stages = {"1 user for 60s", "2 users for 60s"})
        void load() {}
    }

    @Scripted
    static class SingleResultTestCase {
        @LlmLoad(stages = "1 user for 400ms")
        void load(LoadResult result) {}
    }

    @Scripted
    @Baseline(Toggle.OFF)
    static class AfterEachTestCase {
        @LlmLoad(requests = 20)
        void load() {}

        @AfterEach
        void after(StageResults results) {}
    }
}
