package io.github.llmperf;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import io.github.llmperf.RestartedLlm.Restarted;
import io.github.llmperf.plan.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.AssertionFailedError;

/** One trial, and others on a target started anew while they may decide. */
@Tag("slow")
class TrialsTests {

    @TempDir
    Path directory;

    private LoadTestKit run(Class<?> testCase, String... parameters) {
        Map<String, String> all = new HashMap<>();
        for (int i = 0; i < parameters.length; i += 2) {
            all.put(parameters[i], parameters[i + 1]);
        }
        return LoadTestKit.run(directory, testCase, all, RestartedLlm::again);
    }

    private static JsonNode result(LoadTestKit run) throws IOException {
        return new ObjectMapper().readTree(run.written("result.json"));
    }

    private void store(double millis) {
        RestartedLlm.willTake(millis);
        run(GuardedTestCase.class, "llmperf.baseline", "record").passes();
    }

    private List<String> stored() throws IOException {
        return Files.readAllLines(
                directory.resolve("baselines/default/" + GuardedTestCase.class.getName() + "/guarded/single.jsonl"));
    }

    @Test
    void isContentWithOneTrialThatIsNoWorse() throws IOException {
        store(200);
        RestartedLlm.willTake(200, 200, 200);
        LoadTestKit run = run(GuardedTestCase.class, "llmperf.trials", "3").passes();
        assertThat(RestartedLlm.EVENTS).containsExactly("start", "close");
        assertThat(result(run).path("trials")).hasSize(1);
    }

    @Test
    void startsTheTargetAnewAsLongAsItSeemsWorse() throws IOException {
        store(200);
        RestartedLlm.willTake(230, 240, 250);
        LoadTestKit run = run(GuardedTestCase.class, "llmperf.trials", "3");
        assertThat(RestartedLlm.EVENTS).containsExactly("start", "close", "start", "close", "start", "close");
        JsonNode result = result(run);
        assertThat(result.path("trials"))
                .extracting(trial ->
                        Math.round(trial.path("values").path("serverTtft.p50").asDouble()))
                .containsExactly(230L, 240L, 250L);
        assertThat(result.path("requests").path("attempted").asInt()).isEqualTo(60);
        assertThat(run.written("report.html")).contains("<h2>Trials</h2>");
    }

    @Test
    void sendsOtherPromptsInEachTrial() {
        store(200);
        RestartedLlm.willTake(230, 240, 250);
        run(GuardedTestCase.class, "llmperf.trials", "3", "llmperf.probe", "false");
        assertThat(RestartedLlm.ASKED).as("three trials, each with its warm-up").hasSize(3 * 21);
    }

    @Test
    void stopsAtATrialThatSettlesIt() throws IOException {
        store(200);
        RestartedLlm.willTake(230, 170, 170);
        LoadTestKit run = run(GuardedTestCase.class, "llmperf.trials", "3").passes();
        assertThat(result(run).path("trials")).hasSize(2);
    }

    @Test
    void storesTheFirstTrialOnly() throws IOException {
        store(200);
        RestartedLlm.willTake(230, 240, 250);
        run(GuardedTestCase.class, "llmperf.trials", "3", "llmperf.baseline", "record");
        assertThat(stored()).hasSize(2);
        JsonNode line = new ObjectMapper().readTree(stored().get(1));
        assertThat(Math.round(line.path("values").path("serverTtft.p50").asDouble()))
                .isEqualTo(230);
        assertThat(line.path("n").path("attempted").asInt()).isEqualTo(20);
    }

    @Test
    void storesTheVerdictOfTheBuildAndRefusesItsBadStart() throws IOException {
        for (double each : new double[] {200, 201, 202, 200, 201, 202, 200}) {
            store(each);
        }
        RestartedLlm.willTake(400, 200, 200);
        LoadTestKit run = run(GuardedTestCase.class, "llmperf.trials", "3", "llmperf.baseline", "record")
                .passes();
        assertThat(result(run).path("verdict").asText()).isEqualTo("UNDECIDED");
        JsonNode line = new ObjectMapper().readTree(stored().get(7));
        assertThat(Math.round(line.path("values").path("serverTtft.p50").asDouble()))
                .isEqualTo(400);
        assertThat(line.path("verdict").asText()).isEqualTo("UNDECIDED");
        assertThat(line.path("standing").asText()).isEqualTo("refused");
        assertThat(run.written("baseline.jsonl")).contains("\"refused\"");

        RestartedLlm.willTake(260);
        assertThat(run(GuardedTestCase.class).fails())
                .as("a bad start does not hide the next regression")
                .hasMessageStartingWith("REGRESSION: ");
    }

    @Test
    void keepsAReasonOnlyWhereThereIsSomethingToAccept() throws IOException {
        for (double each : new double[] {200, 201, 202, 200, 201, 202, 200}) {
            store(each);
        }
        RestartedLlm.willTake(200);
        run(GuardedTestCase.class, "llmperf.baseline", "record", "llmperf.baseline.accept", "larger model")
                .passes();
        assertThat(stored().get(7)).doesNotContain("larger model");
        RestartedLlm.willTake(300);
        LoadTestKit accepted = run(
                        GuardedTestCase.class, "llmperf.baseline", "record", "llmperf.baseline.accept", "larger model")
                .passes();
        assertThat(result(accepted).path("baseline").path("runs").asInt())
                .as("the run before began no epoch")
                .isEqualTo(8);
        assertThat(stored().get(8)).contains("\"accepted\":\"larger model\"");
    }

    @Test
    void failsWithoutTheAnchorWhenABaselineIsRequired() {
        store(200);
        RestartedLlm.willTake(200);
        assertThat(run(GuardedTestCase.class, "llmperf.baseline.required", "true", "llmperf.baseline.anchor", "v9")
                        .fails())
                .isInstanceOf(AssertionFailedError.class)
                .message()
                .startsWith("UNDECIDED: ")
                .contains("; not compared with an anchor: no run in ", " is tagged v9");
        RestartedLlm.willTake(200);
        run(GuardedTestCase.class, "llmperf.baseline.anchor", "v9").passes();
    }

    @Test
    void saysThatATargetCannotBeStartedAnew() throws IOException {
        LoadTestKit run = run(GivenTargetTestCase.class, "llmperf.trials", "3").passes();
        assertThat(run.written("result.json"))
                .containsOnlyOnce("trials=3 needs a target that can be started anew, one of a TargetSource"
                        + " (@LlmTarget(from = …), @SimulatedLlm): this test had one trial");
    }

    @Test
    void saysThatStagesAreRunOnce() {
        RestartedLlm.willTake(200);
        LoadTestKit run = run(StagedTestCase.class, "llmperf.trials", "2").passes();
        assertThat(run.written("stage=1/result.json"))
                .containsOnlyOnce("trials=2 has no effect on a test with stages: they were run once");
        assertThat(RestartedLlm.EVENTS).containsExactly("start", "close");
    }

    @Test
    void failsWhenTheTargetCannotBeStartedAgainAndTellsWhatItMeasured() throws IOException {
        store(200);
        RestartedLlm.willTake(800, RestartedLlm.FAILS);
        LoadTestKit run = run(GuardedTestCase.class, "llmperf.trials", "3");
        assertThat(run.fails())
                .hasMessage("trial 2 of at most 3 of TrialsTests.GuardedTestCase.guarded: @LlmTarget(from) on"
                        + " @Restarted (on GuardedTestCase): target cannot be started by "
                        + RestartedLlm.class.getName()
                        + ": java.lang.IllegalStateException: no GPU is left");
        JsonNode result = result(run);
        assertThat(result.path("verdict").asText()).isEqualTo("REGRESSION");
        assertThat(result.path("trials")).hasSize(1);
        assertThat(run.written("report.html"))
                .contains("further trials were wanted and failed: trial 2 of at most 3 of ", "no GPU is left");
        assertThat(RestartedLlm.EVENTS).containsExactly("start", "close", "start", "close");
    }

    @Test
    void isInvalidWhenTheNextTrialIsInterruptedAndSaysHowItEnded() throws IOException {
        store(200);
        RestartedLlm.willTake(230, RestartedLlm.INTERRUPTED);
        LoadTestKit run = run(GuardedTestCase.class, "llmperf.trials", "3");
        assertThat(run.aborts()).hasMessageContaining("run was interrupted");
        assertThat(result(run).path("outcome").path("end").asText()).isEqualTo("SKIPPED");
        assertThat(RestartedLlm.EVENTS).containsExactly("start", "close", "start", "close");
    }

    @Test
    void calibratesWithTrialsOfUnchangedStarts() throws IOException {
        store(200);
        RestartedLlm.willTake(200, 210, 190);
        LoadTestKit run = run(GuardedTestCase.class, "llmperf.baseline", "calibrate", "llmperf.trials", "3")
                .passes();
        assertThat(run.written("calibration.md"))
                .startsWith("```\ncalibration of TrialsTests.GuardedTestCase.guarded: 3 unchanged trials of 20"
                        + " requests, each on a target started anew\n")
                .contains(
                        "serverTtft.p50  199.8 ms",
                        "  5 %  ",
                        "smallest worsening of serverTtft.p50",
                        "fewer than 3 are stored");
        JsonNode result = result(run);
        assertThat(result.path("verdict").asText()).isEqualTo("PASS");
        assertThat(result.path("findings"))
                .noneMatch(f -> f.path("kind").asText().equals("REGRESSION"));
        assertThat(stored()).as("nothing is stored").hasSize(1);
        assertThat(run.find("baseline.jsonl")).isEmpty();
    }

    @Test
    void calibratesOnTheSameServerWhereItCannotBeStartedAnew() {
        LoadTestKit run = run(GivenTargetTestCase.class, "llmperf.baseline", "calibrate", "llmperf.trials", "2")
                .passes();
        assertThat(run.written("calibration.md"))
                .contains("2 unchanged trials of 20 requests, all on the same server: how much one start differs from"
                        + " the next is not in here");
    }

    @Restarted
    static class GuardedTestCase {
        @LlmLoad(requests = 20, thinkTime = "5ms", stream = Toggle.OFF)
        @Baseline(gated = "serverTtft.p50")
        void guarded() {}
    }

    @Restarted
    static class StagedTestCase {
        @LlmLoad(
                stages = {"1 users for 100ms", "1 users for 100ms"},
                thinkTime = "5ms",
                stream = Toggle.OFF)
        @Baseline(gated = "serverTtft.p50")
        void staged() {}
    }

    static class GivenTargetTestCase {
        private static HttpServer server;

        @BeforeAll
        static void serve() throws IOException {
            server = RestartedLlm.serve(200);
        }

        @AfterAll
        static void stop() {
            server.stop(0);
        }

        @LlmTarget
        Target target() {
            return Target.at(LoopbackServer.url(server));
        }

        @LlmLoad(requests = 20, thinkTime = "5ms", stream = Toggle.OFF)
        @Baseline(gated = "serverTtft.p50")
        void given() {}
    }
}
