package io.github.llmperf;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.build.SummaryFile;
import io.github.llmperf.clock.NanoClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a run shows of the runs stored before it, as its users see it. Times are stated by the server, not measured. */
class StoredRunsReportTests {

    @TempDir
    Path directory;

    private LoadTestKit run(String... parameters) {
        return LoadTestKit.run(
                directory,
                GuardedTestCase.class,
                parameters.length == 0 ? Map.of() : Map.of(parameters[0], parameters[1]));
    }

    @Test
    void drawsItBesideTheStoredRunsAndInTheHistory() throws IOException {
        run("llmperf.baseline", "record").passes();
        run("llmperf.baseline", "record").passes();
        LoadTestKit third = run();

        assertThat(third.written("report.html"))
                .contains(
                        "<h2>This run beside 2 stored runs</h2>",
                        "serverTpot.p50: 2 stored runs from 40 ms to 40 ms, mean 40 ms")
                .contains("As far as it is known, all is as in the newest stored run, of ");

        new SummaryFile(third.output(), NanoClock.SYSTEM).rebuild();
        assertThat(Files.readString(third.output().resolve("history.html")))
                .contains("2 stored runs in ", "serverTpot.p50 of all stored runs", "3 runs, 40 ms on ", "this build");
    }

    static class GuardedTestCase {
        private static StatedLlm server;

        @LlmTarget(model = "stated")
        String url() {
            return server.url();
        }

        @BeforeAll
        static void start() {
            server = StatedLlm.start(40);
        }

        @AfterAll
        static void stop() {
            server.close();
        }

        @LlmLoad(users = 2, requests = 40, maxNewTokens = 8)
        @Baseline(gated = "serverTpot.p50")
        void guarded() {}
    }
}
