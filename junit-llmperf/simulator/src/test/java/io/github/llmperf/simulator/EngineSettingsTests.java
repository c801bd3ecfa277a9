package io.github.llmperf.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.llmperf.simulator.engine.Noise;
import io.github.llmperf.simulator.engine.Routing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the settings of an engine do to a server. */
class EngineSettingsTests {

    private static final String STREAM = "{\"prompt\":\"x\",\"max_tokens\":1,\"stream\":true,\"ignore_eos\":true}";

    private final ManualClock clock = new ManualClock();

    private SimulatedServerBuilder timed() {
        return SimulatedServer.builder()
                .clock(clock)
                .arrivalMillis(0)
                .stepMillis(100)
                .prefillMillis(0)
                .decodeMillis(0);
    }

    private static String sample(String name, String value) {
        return "vllm:" + name + "{engine=\"0\",model_name=\"simulated-7b\"} " + value + "\n";
    }

    private static String metrics(SimulatedServer server) throws IOException {
        try (RawConnection connection = new RawConnection(server)) {
            return connection.get("/metrics").answer().body();
        }
    }

    @Test
    void tellsHowMuchOfAPromptItKnew() throws IOException {
        String chat =
                "{\"messages\":[{\"role\":\"user\",\"content\":\"" + "word ".repeat(40) + "\"}],\"max_tokens\":1}";
        try (SimulatedServer server = SimulatedServer.builder()
                        .clock(new JumpingClock())
                        .prefixCaching(true)
                        .start();
                RawConnection connection = new RawConnection(server)) {
            assertThat(connection.post("/v1/chat/completions", chat).answer().body())
                    .contains("\"prompt_tokens\":54")
                    .doesNotContain("cached_tokens");
            assertThat(connection.post("/v1/chat/completions", chat).answer().body())
                    .contains("\"prompt_tokens_details\":{\"cached_tokens\":48}");
            assertThat(metrics(server))
                    .contains(sample("prefix_cache_queries_total", "108.0"), sample("prefix_cache_hits_total", "48.0"));
        }
    }

    @Test
    void startsABatchWhenEnoughAreThere() throws IOException {
        try (SimulatedServer server =
                        timed().batchSize(2).batchDelayMillis(5000).start();
                RawConnection first = new RawConnection(server);
                RawConnection second = new RawConnection(server)) {
            first.post("/v1/completions", STREAM).head();
            clock.moveToMillis(1000);
            second.post("/v1/completions", STREAM).head();
            clock.moveToMillis(1100);
            assertThat(first.chunk()).contains("\"finish_reason\":\"length\"");
            assertThat(second.chunk()).contains("\"finish_reason\":\"length\"");
        }
    }

    @Test
    void answersAWholeBatchWhenItsLongestAnswerIsThere() throws IOException {
        String inputs = "{\"inputs\":\"x\",\"parameters\":{\"details\":true,\"max_new_tokens\":";
        try (SimulatedServer server =
                        timed().batchSize(2).batchDelayMillis(5000).start();
                RawConnection first = new RawConnection(server);
                RawConnection second = new RawConnection(server)) {
            first.post("/invocations", inputs + "1}}");
            second.post("/invocations", inputs + "3}}");
            until(server, sample("num_requests_running", "2.0"));
            clock.moveToMillis(299);
            until(server, sample("generation_tokens_total", "2.0"));
            assertThat(metrics(server)).contains("finished_reason=\"length\",model_name=\"simulated-7b\"} 0.0");
            clock.moveToMillis(300);
            assertThat(first.answer().body()).contains("\"generated_tokens\":1,");
            assertThat(second.answer().body()).contains("\"generated_tokens\":3,");
        }
    }

    @Test
    void servesOneAfterTheOtherOnEachInstance() throws IOException {
        try (SimulatedServer server = timed().batchSize(1)
                        .instances(2)
                        .routing(Routing.ROUND_ROBIN)
                        .start();
                RawConnection first = new RawConnection(server);
                RawConnection second = new RawConnection(server);
                RawConnection third = new RawConnection(server)) {
            first.post("/v1/completions", STREAM).head();
            second.post("/v1/completions", STREAM).head();
            third.post("/v1/completions", STREAM).head();
            clock.moveToMillis(100);
            first.chunk();
            second.chunk();
            assertThat(server.running() + server.waiting()).isEqualTo(1);
            clock.moveToMillis(200);
            assertThat(third.chunk()).contains("\"finish_reason\":\"length\"");
        }
    }

    @Test
    void sendsToTheInstanceWithFewestRequestsUnderWay() throws IOException {
        String longer = STREAM.replace("\"max_tokens\":1", "\"max_tokens\":10");
        try (SimulatedServer server = timed().batchSize(1)
                        .instances(2)
                        .routing(Routing.LEAST_OUTSTANDING)
                        .start();
                RawConnection first = new RawConnection(server);
                RawConnection second = new RawConnection(server);
                RawConnection third = new RawConnection(server)) {
            first.post("/v1/completions", longer).head();
            second.post("/v1/completions", STREAM).head();
            clock.moveToMillis(100);
            second.chunk();
            // In turn, the third would wait for the first one's other nine tokens.
            third.post("/v1/completions", STREAM).head();
            clock.moveToMillis(200);
            assertThat(third.chunk()).contains("\"finish_reason\":\"length\"");
            assertThat(server.running()).isEqualTo(1);
        }
    }

    @Test
    void refusesWhatABatchAndItsQueueHaveNoRoomFor() throws IOException {
        try (SimulatedServer server = timed().batchSize(1).queueLimit(1).start();
                RawConnection first = new RawConnection(server);
                RawConnection second = new RawConnection(server);
                RawConnection third = new RawConnection(server)) {
            first.post("/v1/completions", STREAM).head();
            second.post("/v1/completions", STREAM).head();
            assertThat(third.post("/v1/completions", STREAM).answer().status()).isEqualTo(503);
        }
    }

    @Test
    void takesASerialEngineFromAProfile(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("serial.json");
        Files.writeString(
                file,
                """
                {"name": "serial", "engine": {"value": "serial", "from": "its manual"},
                 "arrivalMillis": {"value": 0, "from": "a test"}, "stepMillis": {"value": 100, "from": "a test"},
                 "prefillMillis": {"value": 0, "from": "a test"}, "decodeMillis": {"value": 0, "from": "a test"}}
                """);
        try (SimulatedServer server = SimulatedServer.builder()
                        .clock(clock)
                        .profile(file.toString())
                        .start();
                RawConnection first = new RawConnection(server);
                RawConnection second = new RawConnection(server)) {
            first.post("/v1/completions", STREAM).head();
            second.post("/v1/completions", STREAM).head();
            clock.moveToMillis(100);
            first.chunk();
            assertThat(metrics(server)).contains(sample("generation_tokens_total", "1.0"));
            clock.moveToMillis(200);
            assertThat(second.chunk()).contains("\"finish_reason\":\"length\"");
        }
    }

    @Test
    void servesOnWhatAClientAbandonedWhereRequestsArePutTogether() throws IOException {
        try (SimulatedServer server = timed().batchSize(1).start();
                RawConnection second = new RawConnection(server)) {
            RawConnection first = new RawConnection(server);
            first.post("/invocations", "{\"inputs\":\"x\",\"parameters\":{\"max_new_tokens\":10}}");
            until(server, sample("num_requests_running", "1.0"));
            first.close();
            until(server, "finished_reason=\"abort\",model_name=\"simulated-7b\"} 1.0");
            second.post("/v1/completions", STREAM).head();

            clock.moveToMillis(999);
            until(server, sample("num_requests_waiting", "1.0"));
            clock.moveToMillis(1000);
            until(server, sample("num_requests_waiting", "0.0"));
            assertThat(metrics(server)).contains(sample("generation_tokens_total", "0.0"));
            clock.moveToMillis(1100);
            assertThat(second.chunk()).contains("\"finish_reason\":\"length\"");
        }
    }

    /** Asks until it is so; the server sees to that in its own time. */
    private static void until(SimulatedServer server, String line) throws IOException {
        try (RawConnection connection = new RawConnection(server)) {
            for (int i = 0; i < 100_000; i++) {
                if (connection.get("/metrics").answer().body().contains(line)) {
                    return;
                }
            }
        }
        assertThat(metrics(server)).contains(line);
    }

    @Test
    void runsFasterThanTheClock() throws IOException {
        try (SimulatedServer server = timed().timeScale(50).slowFactor(2).start();
                RawConnection connection = new RawConnection(server)) {
            connection.post("/v1/completions", STREAM).head();
            clock.moveToMillis(3);
            assertThat(metrics(server)).contains(sample("generation_tokens_total", "0.0"));
            clock.moveToMillis(4);
            assertThat(connection.chunk()).contains("\"finish_reason\":\"length\"");
            assertThat(server.toString()).contains("simulated");
        }
    }

    @Test
    void takesAnEngineFromAProfile(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("slow.json");
        Files.writeString(
                file,
                """
                {"name": "slow", "engine": "continuous-batching",
                 "arrivalMillis": {"value": 0, "from": "a test"}, "stepMillis": {"value": 7000, "from": "a test"},
                 "prefillMillis": {"value": 0, "from": "a test"}, "decodeMillis": {"value": 0, "from": "a test"},
                 "maxModelLen": {"value": 512, "from": "a test"}}
                """);
        try (SimulatedServer server =
                        timed().profile(file.toString()).noise(Noise.NONE).start();
                RawConnection connection = new RawConnection(server)) {
            assertThat(connection.get("/v1/models").answer().body()).contains("\"max_model_len\":512");
            connection.post("/v1/completions", STREAM).head();
            clock.moveToMillis(6999);
            assertThat(metrics(server)).contains(sample("generation_tokens_total", "0.0"));
            clock.moveToMillis(7000);
            assertThat(connection.chunk()).contains("\"finish_reason\":\"length\"");
        }
    }

    @Test
    void refusesWhatNoServerCouldRunWith() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SimulatedServer.builder().kvTokens(100).start())
                .withMessageStartingWith("kvTokens must be at least maxModelLen (32768)");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> SimulatedServer.builder().chunkedPrefill(false).start())
                .withMessageStartingWith(
                        "maxBatchedTokens must be at least maxModelLen (32768) without chunked prefill");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SimulatedServer.builder().timeScale(0).start())
                .withMessageStartingWith("timeScale must be above 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SimulatedServer.builder().profile("none"))
                .withMessageStartingWith("profile must be a file or one on the class path");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SimulatedServer.builder().batchSize(-1).start())
                .withMessage("batchSize must be 1 or more, or 0 to batch continuously, but is -1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SimulatedServer.builder().batchDelayMillis(5).start())
                .withMessage("batchDelayMillis must be 0 for an engine that batches continuously, but is 5.0; set"
                        + " batchSize, too");
    }
}
