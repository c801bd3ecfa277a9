package io.github.llmperf.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.llmperf.simulator.RawConnection.Answer;
import io.github.llmperf.simulator.fault.Fault;
import io.github.llmperf.simulator.fault.FaultRate;
import io.github.llmperf.simulator.fault.Faults;
import java.io.EOFException;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What each fault looks like on the wire. */
class FaultInjectionTests {

    private static final String PATH = "/v1/completions";
    private static final String STREAM = "{\"prompt\":\"x\",\"max_tokens\":8,\"stream\":true}";
    private static final String WHOLE = "{\"prompt\":\"x\",\"max_tokens\":8}";

    private final SimulatedServer server =
            SimulatedServer.builder().clock(new JumpingClock()).start();
    private RawConnection connection;

    @BeforeEach
    void connect() throws IOException {
        connection = new RawConnection(server);
    }

    @AfterEach
    void close() throws IOException {
        connection.close();
        server.close();
    }

    private void inject(Fault fault) {
        server.faults(Faults.none().with(fault, FaultRate.every(1)));
    }

    @Test
    void refusesWithRetryAfter() throws IOException {
        server.faults(
                Faults.none().with(Fault.TOO_MANY_REQUESTS, FaultRate.every(1)).withRetryAfterSeconds(7));

        Answer answer = connection.post(PATH, STREAM).answer();
        assertThat(answer.status()).isEqualTo(429);
        assertThat(answer.headers()).containsEntry("retry-after", "7");
        assertThat(answer.body())
                .isEqualTo("{\"error\":{\"message\":\"Too many requests: an injected fault.\","
                        + "\"type\":\"TooManyRequestsError\",\"param\":null,\"code\":429}}");
    }

    @Test
    void failsBeforeTheAnswer() throws IOException {
        inject(Fault.SERVER_ERROR);

        Answer answer = connection.post(PATH, STREAM).answer();
        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.body())
                .isEqualTo("{\"error\":{\"message\":\"The engine failed: an injected fault.\","
                        + "\"type\":\"InternalServerError\",\"param\":null,\"code\":500}}");
    }

    @Test
    void breaksStreamsOffWithAnErrorAndThenDone() throws IOException {
        inject(Fault.STREAM_ERROR);

        Answer answer = connection.post(PATH, STREAM).answer();
        String[] events = answer.body().split("\n\n");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(events).hasSize(5);
        assertThat(events[2]).contains("\"text\":");
        assertThat(events[3])
                .isEqualTo("data: {\"error\":{\"message\":\"The engine lost this request: an injected fault.\","
                        + "\"type\":\"InternalServerError\",\"param\":null,\"code\":500}}");
        assertThat(events[4]).isEqualTo("data: [DONE]");
        // The connection is still good.
        assertThat(connection.get("/health").answer().status()).isEqualTo(200);
        assertThat(server.running()).isZero();
        assertThat(connection.get("/metrics").answer().body()).contains(ended("error", 1), ended("length", 0));
    }

    private static String ended(String reason, int times) {
        return "vllm:request_success_total{engine=\"0\",finished_reason=\"" + reason
                + "\",model_name=\"simulated-7b\"} " + times + ".0\n";
    }

    @Test
    void answersAnErrorInMidStreamWithStatus500WhenNotStreamed() throws IOException {
        inject(Fault.STREAM_ERROR);

        assertThat(connection.post(PATH, WHOLE).answer().status()).isEqualTo(500);
    }

    @Test
    void cutsStreamsInTheMiddleOfAnEvent() throws IOException {
        inject(Fault.CUT);

        connection.post(PATH, STREAM).head();
        for (int i = 0; i < 3; i++) {
            assertThat(connection.chunk()).endsWith("}\n\n");
        }
        assertThat(connection.chunk())
                .startsWith("data: {\"id\":\"cmpl-0000000000000001\"")
                .doesNotContain("\n");
        assertThat(connection.rest()).isEmpty();
    }

    @Test
    void cutsWholeAnswersInTheMiddle() throws IOException {
        inject(Fault.CUT);

        assertThatExceptionOfType(EOFException.class)
                .isThrownBy(() -> connection.post(PATH, WHOLE).answer())
                .withMessageStartingWith("connection closed after {\"id\":\"cmpl-");
    }

    @Test
    void fallsSilentAndKeepsTheConnectionOpen() throws IOException {
        inject(Fault.STALL);

        connection.post(PATH, STREAM).head();
        for (int i = 0; i < 3; i++) {
            assertThat(connection.chunk()).endsWith("}\n\n");
        }
        // Others are served on, long after the next token was due; then closing the server ends the silence.
        server.faults(Faults.none());
        try (RawConnection other = new RawConnection(server)) {
            assertThat(other.post(PATH, STREAM).answer().body()).endsWith("data: [DONE]\n\n");
        }
        server.close();
        assertThat(connection.rest()).isEmpty();
    }

    @Test
    void breaksAtTheTokenAskedFor() throws IOException {
        server.faults(Faults.none().with(Fault.STREAM_ERROR, FaultRate.every(1)).withAfterTokens(0));
        assertThat(connection.post(PATH, STREAM).answer().body()).startsWith("data: {\"error\"");

        server.faults(Faults.none().with(Fault.STREAM_ERROR, FaultRate.every(1)).withAfterTokens(100));
        assertThat(connection.post(PATH, STREAM).answer().body().split("\n\n")).hasSize(9);
        assertThat(connection.get("/metrics").answer().body()).contains(ended("error", 2), ended("length", 0));
    }

    @Test
    void countsRequestsThatReachTheEngineOnly() throws IOException {
        server.faults(Faults.none().with(Fault.SERVER_ERROR, FaultRate.every(2)));

        connection.get("/v1/models").answer();
        assertThat(connection.post(PATH, "{}").answer().status()).isEqualTo(400);
        assertThat(connection.post(PATH, WHOLE).answer().status()).isEqualTo(200);
        assertThat(connection.post(PATH, WHOLE).answer().status()).isEqualTo(500);
        assertThat(connection.post(PATH, WHOLE).answer().status()).isEqualTo(200);
    }
}
