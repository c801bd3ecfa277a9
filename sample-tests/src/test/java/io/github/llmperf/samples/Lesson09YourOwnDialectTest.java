package io.github.llmperf.samples;

import static io.github.llmperf.LlmPerfAssertions.assertThat;

import io.github.llmperf.Baseline;
import io.github.llmperf.LlmLoad;
import io.github.llmperf.LlmTarget;
import io.github.llmperf.LoadResult;
import io.github.llmperf.Sla;
import io.github.llmperf.Toggle;
import java.io.IOException;
import java.net.URI;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/**
 * Lesson 9: a server that speaks a dialect of its own.
 *
 * <p>{@link TalkDialect} says in one class how such a server is asked and understood. What all servers have in common comes
 * with the library: lines, events and arrays cut anywhere, errors in every wording, truncated and empty answers, clocks.
 * Metrics, limits, baselines and reports work as for any other target, and so do the server's own times, which can be
 * limited also where nothing is streamed.
 */
@Baseline(Toggle.OFF)
class Lesson09YourOwnDialectTest {

    private static TalkServer server;

    @BeforeAll
    static void start() throws IOException {
        server = new TalkServer();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @LlmTarget(api = "acme-talk")
    URI target() {
        return server.url();
    }

    @LlmLoad(users = 4, requests = 60, maxNewTokens = 16, forceLength = Toggle.ON)
    @Sla(ttftP90 = "500ms", require = "serverQueue.p90 < 100ms")
    void answersInTime(LoadResult result) {
        assertThat(result).hasAtLeastSuccesses(60);
    }

    @LlmLoad(users = 4, requests = 60, maxNewTokens = 16, stream = Toggle.OFF)
    @Sla(e2eP90 = "500ms", require = "serverQueue.p90 < 100ms")
    void answersInTimeInOnePiece() {}
}
