package io.github.llmperf;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.RestartedLlm.Restarted;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.TestExecutionResult.Status;

/** Builds that record a worse server again and again, or over stored lines that somebody touched. Times are stated. */
@Tag("slow")
class RecordedAttackTests {

    private static final Map<String, String> RECORD = Map.of("llmperf.baseline", "record", "llmperf.gate", "true");
    private static final double[] USUAL = {200, 204, 196, 202};

    @TempDir
    Path directory;

    private LoadTestKit build(double millis) {
        RestartedLlm.willTake(millis);
        return LoadTestKit.run(directory, LoadTestCase.class, RECORD, RestartedLlm::again);
    }

    private void store() {
        for (double millis : USUAL) {
            build(millis).passes();
        }
    }

    private Path stored() {
        return directory.resolve("baselines/default/" + LoadTestCase.class.getName() + "/load/single.jsonl");
    }

    private List<Status> builds(double... millis) {
        List<Status> statuses = new ArrayList<>();
        for (double each : millis) {
            statuses.add(build(each).only().getStatus());
        }
        return statuses;
    }

    @Test
    void staysRedHoweverOftenASlowServerIsRecorded() {
        store();

        assertThat(builds(600, 590, 610, 600, 605, 595, 600, 600, 590, 610)).containsOnly(Status.FAILED);
        build(200).passes();
    }

    @Test
    void isRedBeforeAQuarterMoreIsTheNewNormal() {
        store();

        assertThat(builds(250, 254, 246, 251, 249)).as("+25 % for ever").contains(Status.FAILED);
        assertThat(build(252).only().getStatus()).isEqualTo(Status.FAILED);
    }

    @Test
    void comparesWithAStoredLineOfTheFuture() throws IOException {
        store();
        String lines = Files.readString(stored());
        Files.writeString(stored(), lines.replaceFirst("\"startedAt\":\"20\\d\\d", "\"startedAt\":\"2099"));
        assertThat(stored()).content().contains("2099");

        assertThat(builds(600, 600)).containsOnly(Status.FAILED);
        assertThat(builds(200)).containsOnly(Status.SUCCESSFUL);
    }

    @Test
    void isRedWhereStoredLinesWereEmptiedOrCut() throws IOException {
        store();
        String lines = Files.readString(stored());
        Files.writeString(stored(), "");
        assertThat(gated(600)).isEqualTo(Status.FAILED);
        Files.writeString(stored(), lines.substring(0, lines.length() / 2));
        assertThat(gated(600)).isEqualTo(Status.FAILED);
        Files.delete(stored());
        assertThat(gated(600)).isEqualTo(Status.FAILED);
    }

    /** Compares only. */
    private Status gated(double millis) {
        RestartedLlm.willTake(millis);
        return LoadTestKit.run(directory, LoadTestCase.class, Map.of("llmperf.gate", "true"), RestartedLlm::again)
                .only()
                .getStatus();
    }

    @Restarted
    @Baseline(gated = "serverTtft.p50")
    static class LoadTestCase {
        @LlmLoad(requests = 20, thinkTime = "5ms", stream = Toggle.OFF)
        void load() {}
    }
}
