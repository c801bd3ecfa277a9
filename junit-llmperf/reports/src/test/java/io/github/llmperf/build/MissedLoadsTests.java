package io.github.llmperf.build;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.LlmLoad;
import io.github.llmperf.LlmTarget;
import io.github.llmperf.Sla;
import io.github.llmperf.file.WholeFile;
import io.github.llmperf.plan.Scenario;
import io.github.llmperf.publish.BuildName;
import io.github.llmperf.publish.ResultFiles;
import io.github.llmperf.report.json.JsonRenderer;
import io.github.llmperf.report.json.NotRun;
import io.github.llmperf.report.model.Reports;
import io.github.llmperf.secret.Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What JUnit did not run is told, and no older result stands in its place. */
class MissedLoadsTests {

    private static final String CASE = MissedLoadsTests.class.getName() + "$";

    @TempDir
    Path directory;

    private final List<String> printed = new ArrayList<>();
    private final List<String> commands = new ArrayList<>();
    private Path output;

    @BeforeEach
    void choosePlaces() {
        output = directory.resolve("out");
    }

    @LlmTarget(url = "http://127.0.0.1:1")
    static class WrongTestCase {
        @LlmLoad(requests = 10)
        @Sla(ttftP90 = "3 parsecs")
        void holds() {}
    }

    @LlmTarget(url = "http://127.0.0.1:1")
    static class UnpreparedTestCase {
        @BeforeEach
        void prepare() {
            throw new IllegalStateException("no database\nhere");
        }

        @LlmLoad(requests = 10)
        void single() {}

        @LlmLoad(
                users = {1, 2},
                requests = 10)
        void matrix() {}
    }

    @LlmTarget(url = "http://127.0.0.1:1")
    static class BrokenClassTestCase {
        @BeforeAll
        static void prepare() {
            Assertions.fail("no cluster");
        }

        @LlmLoad(requests = 10)
        void holds() {}
    }

    @LlmTarget(url = "http://127.0.0.1:1")
    @Disabled("until the next release")
    static class DisabledTestCase {
        @LlmLoad(requests = 10)
        void holds() {}

        @LlmLoad(requests = 10)
        void holds(io.github.llmperf.LoadResult result) {}
    }

    @LlmTarget(url = "http://127.0.0.1:1")
    static class AssumingTestCase {
        @BeforeEach
        void onlyOnLinux() {
            Assumptions.abort("needs a GPU");
        }

        @LlmLoad(requests = 10)
        void holds() {}
    }

    /** Its load cannot be sent, but is told of, with a result. */
    @LlmTarget(url = "http://127.0.0.1:1")
    static class FailingAfterwardsTestCase {
        @LlmLoad(requests = 10)
        void holds() {}

        @AfterAll
        static void close() {
            Assertions.fail("the cluster does not stop");
        }
    }

    @LlmTarget(url = "http://127.0.0.1:1")
    static class TellingItsKeyTestCase {
        @BeforeEach
        void prepare() {
            throw new IllegalStateException(
                    "refused: " + Secret.of("sk-PLANTED-9f8e7d6c5b").reveal());
        }

        @LlmLoad(requests = 10)
        void holds() {}
    }

    static class UnnamedTargetTestCase {
        @LlmTarget(name = "a-target-that-nobody-has-set-up")
        @LlmLoad(requests = 10)
        void holds() {}
    }

    @Test
    void tellsAWrongSettingInsteadOfAnEarlierResult() throws IOException {
        earlier(WrongTestCase.class, "holds", Optional.of("another build"));

        run(WrongTestCase.class, Map.of());

        assertThat(printed.get(1)).isEqualTo("load tests: 1 ERROR");
        assertThat(printed)
                .anyMatch(line -> line.startsWith("ERROR    MissedLoadsTests.WrongTestCase.holds         –         –"))
                .anyMatch(line -> line.startsWith("ERROR MissedLoadsTests.WrongTestCase.holds: no load was run: ")
                        && line.contains("3 parsecs"));
        assertThat(commands)
                .singleElement()
                .asString()
                .startsWith("::error title=ERROR%3A MissedLoadsTests.WrongTestCase.holds::no load was run: ")
                .contains("3 parsecs")
                .doesNotContain("report.html");
        assertThat(output.resolve("index.html"))
                .content()
                .contains("✗ FAILED", "The only load test failed (1 ERROR).", "3 parsecs")
                .contains("Not run in this build: 1 result of earlier builds")
                .contains(": PASS in an earlier build, 2026-03-02T10:15:30Z");
        assertThat(output.resolve("summary.md"))
                .content()
                .startsWith("## Load tests: 1 ERROR\n")
                .contains(
                        "<details><summary>Not run in this build: 1 result of earlier builds</summary>\n\n- MissedLoadsTests.WrongTestCase.holds: PASS in an earlier build");
    }

    @Test
    void tellsOfAClassThatFailsAfterItsTests() throws IOException {
        run(FailingAfterwardsTestCase.class, Map.of());

        assertThat(printed.get(1)).isEqualTo("load tests: 2 ERROR");
        assertThat(printed)
                .anyMatch(line -> line.endsWith("FailingAfterwardsTestCase.@AfterAll: the class failed after its tests:"
                        + " the cluster does not stop"));
        assertThat(output.resolve("index.html")).content().contains("✗ FAILED", "the cluster does not stop");
    }

    @Test
    void hidesKeysInWhatATestSaysBeforeItsLoad() throws IOException {
        run(TellingItsKeyTestCase.class, Map.of());

        assertThat(String.join("\n", printed) + commands)
                .contains("refused: ***")
                .doesNotContain("PLANTED");
        for (Path file : WrittenFiles.named(NotRun.FILE, output)) {
            assertThat(file).content().contains("refused: ***").doesNotContain("PLANTED");
        }
        assertThat(output.resolve("index.html")).content().doesNotContain("PLANTED");
    }

    @Test
    void replacesAResultThatMayBeOfTheSameBuild() throws IOException {
        earlier(WrongTestCase.class, "holds", Optional.empty());

        run(WrongTestCase.class, Map.of());

        assertThat(output.resolve("summary.md")).content().startsWith("## Load tests: 1 ERROR\n");
    }

    @Test
    void tellsEachCellThatCouldNotBePrepared() throws IOException {
        run(UnpreparedTestCase.class, Map.of());

        assertThat(printed.get(1)).isEqualTo("load tests: 3 ERROR");
        assertThat(printed)
                .contains(
                        "ERROR MissedLoadsTests.UnpreparedTestCase.single: no load was run: IllegalStateException: no"
                                + " database here",
                        "ERROR MissedLoadsTests.UnpreparedTestCase.matrix[users=1, prompt=chat, maxNewTokens=128]: no"
                                + " load was run: IllegalStateException: no database here");
        assertThat(output.resolve(CASE + "UnpreparedTestCase/single/single/" + NotRun.FILE))
                .exists();
    }

    @Test
    void tellsWhatAFailingClassKeptFromRunning() {
        run(BrokenClassTestCase.class, Map.of());

        assertThat(printed).contains("ERROR MissedLoadsTests.BrokenClassTestCase.holds: no load was run: no cluster");
    }

    @Test
    void listsWhatIsSwitchedOffWithItsReason() {
        run(WrongTestCase.class, Map.of("llmperf.enabled", "false"));

        assertThat(printed)
                .containsExactly(
                        "",
                        "load tests: 1 skipped",
                        "SKIPPED MissedLoadsTests.WrongTestCase.holds: load tests are switched off by"
                                + " llmperf.enabled=false",
                        "not judged: 1 of 1 load test (1 skipped); with -Dllmperf.gate=true they fail the build",
                        "reports: " + output.resolve("index.html"));
        assertThat(commands).isEmpty();
        assertThat(output.resolve("index.html"))
                .content()
                .contains("· NOTHING RUN", "The only load test was skipped.")
                .contains("MissedLoadsTests.WrongTestCase.holds: load tests are switched off");
    }

    @Test
    void listsWhatIsDisabledAbortedOrHasNoTarget() {
        run(DisabledTestCase.class, Map.of());
        assertThat(printed)
                .contains(
                        "load tests: 2 skipped",
                        "SKIPPED MissedLoadsTests.DisabledTestCase.holds(): until the next release",
                        "SKIPPED MissedLoadsTests.DisabledTestCase.holds(io.github.llmperf.LoadResult): until the next"
                                + " release");

        run(AssumingTestCase.class, Map.of());
        assertThat(printed).contains("SKIPPED MissedLoadsTests.AssumingTestCase.holds: needs a GPU");

        run(UnnamedTargetTestCase.class, Map.of());
        assertThat(printed)
                .anyMatch(line -> line.startsWith("SKIPPED MissedLoadsTests.UnnamedTargetTestCase.holds: ")
                        && line.contains("a-target-that-nobody-has-set-up"));
    }

    @Test
    void countsWhatWasNotJudgedInOneLine() {
        run(DisabledTestCase.class, Map.of());

        assertThat(printed)
                .contains("not judged: 2 of 2 load tests (2 skipped); with -Dllmperf.gate=true they fail the build");
    }

    @Test
    void showsADisabledTestAsFailedByTheGateAndSaysThatJUnitCannot() throws IOException {
        run(DisabledTestCase.class, Map.of("llmperf.gate", "true"));

        assertThat(printed)
                .contains("load tests: 2 ERROR")
                .anyMatch(line ->
                        line.startsWith("ERROR MissedLoadsTests.DisabledTestCase.holds(): llmperf.gate=true lets"
                                + " no load test be skipped, but this one was: until the next release"))
                .noneMatch(line -> line.startsWith("not judged"))
                .last()
                .asString()
                .startsWith("GATE FAILED: skipped MissedLoadsTests.DisabledTestCase.holds(), MissedLoadsTests.");
        assertThat(Files.readString(output.resolve("index.html"))).contains("FAILED");
    }

    @Test
    void failsAnAssumptionByTheGate() {
        run(AssumingTestCase.class, Map.of("llmperf.gate", "true"));

        assertThat(printed).contains("load tests: 1 ERROR").noneMatch(line -> line.startsWith("GATE FAILED"));
    }

    @Test
    void forgetsWhatWasNotRunOnceItIsRunAgain() throws IOException {
        run(AssumingTestCase.class, Map.of());
        Path said = output.resolve(CASE + "AssumingTestCase/holds/single/" + NotRun.FILE);
        assertThat(said).exists();

        run(AssumingTestCase.class, Map.of("llmperf.enabled", "false"));

        assertThat(said).as("the cell").doesNotExist();
        assertThat(output.resolve(CASE + "AssumingTestCase/holds/" + NotRun.FILE))
                .as("the method")
                .exists();
    }

    @Test
    void readsWhatItWrote() throws IOException {
        run(AssumingTestCase.class, Map.of());
        Path said = output.resolve(CASE + "AssumingTestCase/holds/single/" + NotRun.FILE);

        NotRun read = NotRun.read(said);

        assertThat(read.json()).isEqualTo(Files.readString(said));
        assertThat(read.skipped()).isTrue();
        assertThat(read.build()).isEqualTo(BuildName.current());
    }

    private void earlier(Class<?> testCase, String method, Optional<String> build) throws IOException {
        Scenario test = new Scenario(testCase.getName(), method, Map.of(), Scenario.SINGLE);
        WholeFile.write(
                ResultFiles.forScenario(output, test).result(),
                new JsonRenderer(build)
                        .render(Reports.passed().into(output).of(test).build()));
    }

    private void run(Class<?> testCase, Map<String, String> parameters) {
        Map<String, String> all = new HashMap<>(parameters);
        all.put("llmperf.output", output.toString());
        new ListenedBuild(directory, Optional.empty(), printed, commands).run(testCase, all);
    }
}
