package io.github.llmperf.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When things are sent, on a clock that the test moves: 10 ms to arrive, steps of 10 ms. */
class PacingTests {

    private static final String STREAM = "{\"prompt\":\"x\",\"max_tokens\":3,\"stream\":true,\"ignore_eos\":true}";

    private final ManualClock clock = new ManualClock();
    private SimulatedServer server = start(SimulatedServer.builder());

    private SimulatedServer start(SimulatedServerBuilder builder) {
        return builder.clock(clock)
                .arrivalMillis(10)
                .stepMillis(10)
                .prefillMillis(0)
                .decodeMillis(0)
                .start();
    }

    private void restart(SimulatedServerBuilder builder) {
        server.close();
        server = start(builder);
    }

    @AfterEach
    void close() {
        server.close();
    }

    private String metrics() throws IOException {
        try (RawConnection connection = new RawConnection(server)) {
            return connection.get("/metrics").answer().body();
        }
    }

    private static String sample(String name, String value) {
        return "vllm:" + name + "{engine=\"0\",model_name=\"simulated-7b\"} " + value + "\n";
    }

    @Test
    void sendsEachTokenWhenItIsDueAndNotBefore() throws IOException {
        try (RawConnection connection = new RawConnection(server)) {
            connection.post("/v1/completions", STREAM).head();
            assertThat(server.waiting()).isEqualTo(1);
            clock.moveToMillis(19);
            assertThat(metrics()).contains(sample("generation_tokens_total", "0.0"));

            clock.moveToMillis(20);
            assertThat(connection.chunk()).contains("\"finish_reason\":null");
            assertThat(server.running()).isEqualTo(1);
            assertThat(metrics()).contains(sample("generation_tokens_total", "1.0"));

            clock.moveToMillis(30);
            assertThat(connection.chunk()).contains("\"finish_reason\":null");
            clock.moveToMillis(40);
            assertThat(connection.chunk()).contains("\"finish_reason\":\"length\"");
            assertThat(connection.chunk()).isEqualTo("data: [DONE]\n\n");
            assertThat(connection.chunk()).isEmpty();
        }
    }

    @Test
    void sendsWholeAnswersWhenTheLastTokenIsDue() throws IOException {
        try (RawConnection connection = new RawConnection(server);
                RawConnection other = new RawConnection(server)) {
            other.post("/v1/completions", STREAM).head();
            connection.post("/v1/completions", "{\"prompt\":\"x\",\"max_tokens\":2}");
            // Both were taken in at the same moment once the second is seen.
            untilMetrics(sample("num_requests_waiting", "2.0"));

            clock.moveToMillis(20);
            other.chunk();
            assertThat(metrics()).contains("finished_reason=\"length\",model_name=\"simulated-7b\"} 0.0");
            clock.moveToMillis(30);
            assertThat(connection.answer().body()).contains("\"completion_tokens\":2");
        }
    }

    @Test
    void catchesUpWhenItWakesLate() throws IOException {
        try (RawConnection connection = new RawConnection(server)) {
            connection.post("/v1/completions", STREAM).head();
            clock.moveToMillis(1000);

            assertThat(connection.chunk()).contains("\"finish_reason\":null");
            assertThat(connection.chunk()).contains("\"finish_reason\":null");
            assertThat(connection.chunk()).contains("\"finish_reason\":\"length\"");
        }
        // The engine's times are those at which tokens were due, not those at which they were sent.
        assertThat(metrics())
                .contains(sample("time_to_first_token_seconds_sum", "0.02"))
                .contains(sample("e2e_request_latency_seconds_sum", "0.04"));
    }

    @Test
    void showsTheQueueAndItsTimes() throws IOException {
        restart(SimulatedServer.builder().slots(1));
        try (RawConnection first = new RawConnection(server);
                RawConnection second = new RawConnection(server)) {
            first.post("/v1/completions", STREAM).head();
            second.post("/v1/completions", STREAM).head();
            clock.moveToMillis(20);
            first.chunk();

            assertThat(metrics())
                    .contains(sample("num_requests_running", "1.0"))
                    .contains(sample("num_requests_waiting", "1.0"));
            clock.moveToMillis(70);
            assertThat(second.chunks()).endsWith("data: [DONE]\n\n");
        }
        assertThat(metrics())
                .contains(sample("num_requests_running", "0.0"))
                .contains(sample("request_queue_time_seconds_sum", "0.05"))
                .contains(sample("request_queue_time_seconds_count", "2.0"))
                .contains(sample("inter_token_latency_seconds_count", "4.0"));
    }

    @Test
    void cancelsWhatAClientAbandons() throws IOException {
        RawConnection connection = new RawConnection(server);
        connection.post("/v1/completions", STREAM).head();
        clock.moveToMillis(20);
        connection.chunk();
        connection.close();

        untilMetrics(sample("num_requests_running", "0.0"));
        assertThat(metrics()).contains("finished_reason=\"abort\",model_name=\"simulated-7b\"} 1.0");
        clock.moveToMillis(1000);
        assertThat(metrics()).contains(sample("generation_tokens_total", "1.0"));
    }

    @ParameterizedTest
    @CsvSource({
        "/v1/completions, prompt",
        "/generate, prompt",
        "/generate, inputs",
        "/, inputs",
        "/invocations, inputs",
        "/predictions/simulated-7b, inputs"
    })
    void cancelsWhatWaitsForAWholeAnswerToo(String path, String field) throws IOException {
        RawConnection connection = new RawConnection(server);
        connection.post(path, "{\"" + field + "\":\"x\"}");
        untilMetrics(sample("num_requests_waiting", "1.0"));
        connection.close();

        untilMetrics(sample("num_requests_waiting", "0.0"));
        assertThat(metrics()).contains("finished_reason=\"abort\",model_name=\"simulated-7b\"} 1.0");
    }

    /** Asks until it is so; the server sees to that in its own time. */
    private void untilMetrics(String line) throws IOException {
        try (RawConnection connection = new RawConnection(server)) {
            for (int i = 0; i < 100_000; i++) {
                if (connection.get("/metrics").answer().body().contains(line)) {
                    return;
                }
            }
        }
        assertThat(metrics()).contains(line);
    }

    @Test
    void slowsDownWhileItServes() throws IOException {
        try (RawConnection connection = new RawConnection(server);
                RawConnection later = new RawConnection(server)) {
            connection.post("/v1/completions", STREAM).head();
            clock.moveToMillis(20);
            connection.chunk();
            server.slowFactor(3);
            // What was asked first is done first: the factor holds once this one has been taken in.
            later.post("/v1/completions", STREAM).head();
            // The second step had begun; the third takes 30 ms.
            clock.moveToMillis(59);
            connection.chunk();
            assertThat(metrics()).contains(sample("generation_tokens_total", "2.0"));
            clock.moveToMillis(60);
            assertThat(connection.chunk()).contains("\"finish_reason\":\"length\"");
        }
        assertThat(metrics()).contains(sample("e2e_request_latency_seconds_sum", "0.06"));
    }

    @Test
    void refusesWhatDoesNotFitInTheQueue() throws IOException {
        restart(SimulatedServer.builder().slots(1).queueLimit(0));
        try (RawConnection first = new RawConnection(server);
                RawConnection second = new RawConnection(server)) {
            first.post("/v1/completions", STREAM).head();
            RawConnection.Answer refused =
                    second.post("/v1/completions", STREAM).answer();

            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.body())
                    .isEqualTo("{\"error\":{\"message\":\"The request queue is full.\","
                            + "\"type\":\"ServiceUnavailableError\",\"param\":null,\"code\":503}}");
        }
    }
}
