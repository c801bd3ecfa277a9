package io.github.llmperf;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.RestartedLlm.Restarted;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which regressions a reason accepts. */
@Tag("slow")
class AcceptanceTests {

    private static final String NAMED =
            "AcceptanceTests.FirstTestCase=larger model; AcceptanceTests.SecondTestCase=more";

    @TempDir
    Path directory;

    private LoadTestKit run(Class<?> testCase, double millis, String... parameters) {
        RestartedLlm.willTake(millis);
        Map<String, String> all = new HashMap<>();
        all.put("llmperf.baseline", "record");
        for (int i = 0; i < parameters.length; i += 2) {
            all.put(parameters[i], parameters[i + 1]);
        }
        return LoadTestKit.run(directory, testCase, all, RestartedLlm::again);
    }

    private LoadTestKit accepting(String text, Class<?> testCase, double millis) {
        return run(testCase, millis, "llmperf.baseline.accept", text);
    }

    private Path stored(Class<?> testCase) {
        return directory.resolve("baselines/default/" + testCase.getName() + "/guarded/single.jsonl");
    }

    private void store(Class<?> testCase) {
        run(testCase, 200).passes();
    }

    @Test
    void acceptsTheOnlyRegressionByABareReason() throws IOException {
        store(FirstTestCase.class);

        accepting("larger model", FirstTestCase.class, 500).passes();

        assertThat(Files.readString(stored(FirstTestCase.class))).contains("\"accepted\":\"larger model\"");
    }

    @Test
    void asksAgainForASecondRegressionAndNamesBoth() throws IOException {
        store(FirstTestCase.class);
        store(SecondTestCase.class);
        accepting("larger model", FirstTestCase.class, 500).passes();

        assertThat(accepting("larger model", SecondTestCase.class, 500).fails())
                .hasMessageStartingWith("REGRESSION: AcceptanceTests.SecondTestCase.guarded: ")
                .hasMessageContaining("not accepted: the reason \"larger model\" has accepted"
                        + " AcceptanceTests.FirstTestCase.guarded (commit ")
                .hasMessageContaining("-Dllmperf.baseline.accept=\"AcceptanceTests.FirstTestCase.guarded=reason;"
                        + "AcceptanceTests.SecondTestCase.guarded=reason\"");
        assertThat(Files.readString(stored(SecondTestCase.class))).doesNotContain("larger model");
    }

    @Test
    void acceptsEachTestThatIsNamed() throws IOException {
        store(FirstTestCase.class);
        store(SecondTestCase.class);

        accepting(NAMED, FirstTestCase.class, 500).passes();
        accepting(NAMED, SecondTestCase.class, 500).passes();

        assertThat(Files.readString(stored(FirstTestCase.class))).contains("\"accepted\":\"larger model\"");
        assertThat(Files.readString(stored(SecondTestCase.class))).contains("\"accepted\":\"more\"");
    }

    @Test
    void leavesATestRedThatIsNotNamed() {
        store(FirstTestCase.class);

        assertThat(accepting("SecondTestCase=larger model", FirstTestCase.class, 500)
                        .fails())
                .hasMessageStartingWith("REGRESSION: ")
                .hasMessageContaining("not accepted: llmperf.baseline.accept names SecondTestCase, but not this test,"
                        + " AcceptanceTests.FirstTestCase.guarded");
    }

    @Test
    void asksAgainOnAnotherCommit() throws IOException {
        store(FirstTestCase.class);
        accepting("FirstTestCase=larger model", FirstTestCase.class, 500).passes();
        Path file = stored(FirstTestCase.class);
        Files.writeString(
                file, Files.readString(file).replaceAll("\"commit\":\"[^\"]*\"", "\"commit\":\"0123456789abcdef\""));

        assertThat(accepting("FirstTestCase=larger model", FirstTestCase.class, 1200)
                        .fails())
                .hasMessageStartingWith("REGRESSION: ")
                .hasMessageContaining("has accepted AcceptanceTests.FirstTestCase.guarded (commit 0123456789ab)")
                .hasMessageContaining("-Dllmperf.baseline.accept=\"AcceptanceTests.FirstTestCase.guarded=reason\"");
        accepting("FirstTestCase=second card", FirstTestCase.class, 1200).passes();
    }

    @Restarted
    static class FirstTestCase {
        @LlmLoad(requests = 20, thinkTime = "5ms", stream = Toggle.OFF)
        @Baseline(gated = "serverTtft.p50")
        void guarded() {}
    }

    @Restarted
    static class SecondTestCase {
        @LlmLoad(requests = 20, thinkTime = "5ms", stream = Toggle.OFF)
        @Baseline(gated = "serverTtft.p50")
        void guarded() {}
    }
}
