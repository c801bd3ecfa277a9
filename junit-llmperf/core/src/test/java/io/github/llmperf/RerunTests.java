package io.github.llmperf;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.llmperf.RestartedLlm.Restarted;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a build tool runs again in the same build is one trial with what ran before. */
@Tag("slow")
class RerunTests {

    private static final Map<String, String> COMPARE = Map.of();
    private static final Map<String, String> RECORD = Map.of("llmperf.baseline", "record");

    @TempDir
    Path directory;

    private void store(double... millis) {
        for (double each : millis) {
            RestartedLlm.willTake(each);
            LoadTestKit.run(directory, GuardedTestCase.class, RECORD, RestartedLlm::again)
                    .passes();
        }
    }

    private LoadTestKit first(double millis, Map<String, String> parameters) {
        RestartedLlm.willTake(millis);
        return LoadTestKit.run(directory, GuardedTestCase.class, parameters, RestartedLlm::again);
    }

    private LoadTestKit again(LoadTestKit first, double millis, Map<String, String> parameters) {
        RestartedLlm.willTake(millis);
        return first.again(GuardedTestCase.class, parameters);
    }

    private List<String> stored() throws IOException {
        return Files.readAllLines(
                directory.resolve("baselines/default/" + GuardedTestCase.class.getName() + "/guarded/single.jsonl"));
    }

    private static JsonNode result(LoadTestKit run) throws IOException {
        return new ObjectMapper().readTree(run.written("result.json"));
    }

    private static JsonNode comparison(LoadTestKit run) throws IOException {
        for (JsonNode finding : result(run).path("findings")) {
            if (finding.path("measure").asText().equals("serverTtft.p50")) {
                return finding;
            }
        }
        throw new AssertionError("serverTtft.p50 is not compared");
    }

    @Test
    void averagesTheRunsOfABuildAndSaysWhatTheFirstWas() throws IOException {
        store(200, 200, 200, 200, 200);
        LoadTestKit first = first(800, COMPARE);
        assertThat(first.fails())
                .hasMessageStartingWith("REGRESSION: RerunTests.GuardedTestCase.guarded: serverTtft.p50");
        String reason = result(first).path("reason").asText();

        LoadTestKit second = again(first, 200, COMPARE);

        assertThat(second.fails())
                .as("a lucky second run does not make up for the first")
                .hasMessageStartingWith("REGRESSION: RerunTests.GuardedTestCase.guarded: re-run: the first run of this"
                        + " build was REGRESSION (" + reason + "); serverTtft.p50 ");
        assertThat(comparison(second).path("actual").asDouble())
                .as("the geometric mean of 800 and 200")
                .isBetween(399., 401.);
        assertThat(second.written("report.html")).contains("the geometric mean of its 2 runs is compared");
        JsonNode rerun = result(second).path("rerun");
        assertThat(rerun.path("number").asInt()).isEqualTo(2);
        assertThat(rerun.path("firstVerdict").asText()).isEqualTo("REGRESSION");
        assertThat(rerun.path("averagedWith")).hasSize(1);
    }

    @Test
    void countsOnAndStillNamesTheFirst() throws IOException {
        store(200, 200, 200, 200, 200);
        LoadTestKit first = first(800, COMPARE);
        LoadTestKit third = again(again(first, 200, COMPARE), 200, COMPARE);
        assertThat(comparison(third).path("actual").asDouble())
                .as("the geometric mean of 800, 200 and 200")
                .isBetween(316., 319.);
        assertThat(result(third).path("rerun").path("number").asInt()).isEqualTo(3);
        assertThat(result(third).path("reason").asText())
                .startsWith("re-run: the first run of this build was REGRESSION (serverTtft.p50")
                .containsOnlyOnce("re-run");
    }

    @Test
    void storesOneLineForABuild() throws IOException {
        store(200);
        LoadTestKit first = first(210, RECORD);
        String line = stored().get(1);
        again(first, 190, RECORD);
        assertThat(stored()).hasSize(2).last().isEqualTo(line);
    }

    @Test
    void comparesWithNothingOfItsOwnBuild() throws IOException {
        LoadTestKit first = first(200, RECORD);
        LoadTestKit second = again(first, 200, RECORD);
        assertThat(result(second).path("baseline").path("runs").asInt()).isZero();
        assertThat(result(second).path("reason").asText())
                .endsWith("only this build's own first run is stored; later builds are compared with it");
    }

    @Test
    void storesTheReRunOfARunThatCouldNotBeStored() throws IOException {
        store(200);
        LoadTestKit first = first(RestartedLlm.BROKEN, RECORD);
        assertThat(first.fails()).hasMessageStartingWith("ERROR: ");
        LoadTestKit second = again(first, 200, RECORD).passes();
        assertThat(stored()).hasSize(2);
        assertThat(result(second).path("reason").asText())
                .startsWith("re-run: the first run of this build was ERROR (");
        assertThat(second.written("result.json")).contains("limits are judged by this run alone");
    }

    @Test
    void averagesNoRunsOfDifferentLoads() throws IOException {
        store(200, 200, 200, 200, 200);
        LoadTestKit longer = first(400, Map.of("llmperf.maxNewTokens", "999")).passes();
        LoadTestKit usual = again(longer, 200, COMPARE).passes();
        assertThat(result(usual).path("rerun").isNull()).isTrue();
        assertThat(comparison(usual).path("actual").asDouble()).isBetween(199., 201.);
    }

    @Test
    void beginsNoEpochWithItsOwnFirstRun() throws IOException {
        store(200, 200, 200, 200, 200);
        Map<String, String> accepting = Map.of("llmperf.baseline", "record", "llmperf.baseline.accept", "larger model");
        LoadTestKit first = first(400, accepting).passes();
        assertThat(stored().get(5)).contains("larger model");
        LoadTestKit second = again(first, 400, accepting).passes();
        assertThat(result(second).path("baseline").path("runs").asInt()).isEqualTo(5);
    }

    @Test
    void isNoAnchorOfItself() throws IOException {
        store(200);
        Map<String, String> tagging =
                Map.of("llmperf.baseline", "record", "llmperf.baseline.tag", "v1.2", "llmperf.baseline.anchor", "v1.2");
        LoadTestKit first = first(200, tagging).passes();
        LoadTestKit second = again(first, 200, tagging).passes();
        assertThat(second.written("result.json"))
                .contains("not compared with an anchor: no run in ", "is tagged v1.2; this run is tagged v1.2");
    }

    @Test
    void wantsATrialWhereTheRunsOfTheBuildTogetherSeemWorse() throws IOException {
        store(200, 200, 200, 200, 200);
        LoadTestKit first = first(800, COMPARE);
        RestartedLlm.willTake(200, 200, 200);
        LoadTestKit second = first.again(GuardedTestCase.class, Map.of("llmperf.trials", "3"));
        assertThat(result(second).path("trials").size())
                .as("200 alone would pass at once; with 800 it is 400")
                .isGreaterThan(1);
    }

    @Test
    void isNoReRunInAnotherProcess() throws IOException {
        store(200);
        LoadTestKit first = first(800, COMPARE);
        Path result = first.find("result.json").orElseThrow();
        Files.writeString(
                result, Files.readString(result).replaceFirst("\"process\" : \"[^\"]*\"", "\"process\" : \"1@x\""));
        LoadTestKit next = again(first, 200, COMPARE).passes();
        assertThat(result(next).path("rerun").isNull()).isTrue();
        assertThat(next.find("earlier.jsonl")).isEmpty();
    }

    @Test
    void namesItsProcessByIdAndStart() throws IOException {
        assertThat(result(first(200, COMPARE)).path("process").asText())
                .matches(ProcessHandle.current().pid() + "@\\d{4}-\\d\\d-\\d\\dT.*Z");
    }

    @Restarted
    static class GuardedTestCase {
        @LlmLoad(requests = 20, thinkTime = "5ms", stream = Toggle.OFF)
        @Baseline(gated = "serverTtft.p50")
        void guarded() {}
    }
}
