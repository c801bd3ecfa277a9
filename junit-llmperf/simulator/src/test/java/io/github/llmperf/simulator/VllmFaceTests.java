package io.github.llmperf.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.llmperf.simulator.RawConnection.Answer;
import io.github.llmperf.simulator.fault.Fault;
import java.io.EOFException;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The bytes of vLLM's plain server, and its profiles. */
class VllmFaceTests {

    private static final String PATH = "/generate";
    private static final String THREE = "{\"prompt\":\"Hello there\",\"max_tokens\":3}";
    private static final String STREAM = "{\"stream\":true," + THREE.substring(1);

    private final FaceTestServer faces;

    VllmFaceTests() throws IOException {
        faces = new FaceTestServer();
    }

    @AfterEach
    void close() throws IOException {
        faces.close();
    }

    @Test
    void repeatsThePromptInFrontOfTheText() throws IOException {
        Answer answer = faces.post(PATH, THREE);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.headers())
                .containsEntry("content-type", "application/json")
                .doesNotContainKey("x-total-time");
        assertThat(answer.body()).isEqualTo("{\"text\":[\"Hello thereTurn asked short\"]}");
    }

    @Test
    void streamsAllTextSoFarAgainAndAgain() throws IOException {
        assertThat(faces.connection().post(PATH, STREAM).head().headers())
                .containsEntry("transfer-encoding", "chunked")
                .doesNotContainKey("content-type");
        assertThat(faces.chunks())
                .containsExactly(
                        "{\"text\": [\"Hello thereTurn\"]}\n",
                        "{\"text\": [\"Hello thereTurn asked\"]}\n",
                        "{\"text\": [\"Hello thereTurn asked short\"]}\n");
    }

    @Test
    void escapesAllThatIsNotAsciiInStreams() throws IOException {
        String body = "{\"prompt\":\"\u5929\\n\\\"\",\"max_tokens\":1,\"stream\":true}";
        assertThat(faces.post(PATH, body).body())
                .startsWith("{\"text\": [\"\\u5929\\n\\\"")
                .matches("\\p{ASCII}+");
        assertThat(faces.post(PATH, body.replace("true", "false")).body()).contains("\u5929\\n\\\"");
    }

    @Test
    void hasADefaultOfItsOwnAndForcesLengths() throws IOException {
        assertThat(faces.post(PATH, "{\"prompt\":\"x\",\"stream\":true}").body().lines())
                .hasSize(16);
        assertThat(faces.post(PATH, "{\"prompt\":\"x\",\"stream\":true,\"max_tokens\":99,\"ignore_eos\":true}")
                        .body()
                        .lines())
                .hasSize(99);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"prompt\":\"x\",\"max_tokens\":100}",
                "{\"prompt\":\"x\",\"max_tokens\":0}",
                "{\"prompt\":\"x\",\"n\":2}",
                "{\"prompt\":{}}"
            })
    void failsWithoutAWord(String body) throws IOException {
        Answer answer = faces.post(PATH, body);
        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.headers()).containsEntry("content-type", "text/plain; charset=utf-8");
        assertThat(answer.body()).isEqualTo("Internal Server Error");
    }

    @Test
    void cutsTheStreamOfARequestThatIsTooLong() throws IOException {
        assertThat(faces.connection()
                        .post(PATH, STREAM.replace(":3", ":100"))
                        .head()
                        .status())
                .isEqualTo(200);
        assertThat(faces.connection().rest()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"TOO_MANY_REQUESTS, 429, Too Many Requests", "SERVER_ERROR, 500, Internal Server Error"})
    void wordsFaultsBeforeTheAnswer(Fault fault, int status, String body) throws IOException {
        faces.inject(fault);
        Answer answer = faces.post(PATH, STREAM);
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.body()).isEqualTo(body);
    }

    @Test
    void hasNoRoomInAFullQueue() throws IOException {
        try (SimulatedServer full = SimulatedServer.builder()
                        .clock(new ManualClock())
                        .slots(1)
                        .queueLimit(0)
                        .start();
                RawConnection first = new RawConnection(full);
                RawConnection second = new RawConnection(full)) {
            first.post(PATH, STREAM).head();
            assertThat(second.post(PATH, STREAM).answer().status()).isEqualTo(503);
        }
    }

    @Test
    void cutsStreamsWhoseRequestIsLost() throws IOException {
        faces.inject(Fault.STREAM_ERROR);
        assertThat(faces.post(PATH, THREE).status()).isEqualTo(500);
        assertThatExceptionOfType(EOFException.class)
                .isThrownBy(() -> faces.post(PATH, STREAM))
                .withMessage("connection closed after ");
    }

    @Test
    void cutsLines() throws IOException {
        faces.inject(Fault.CUT);
        faces.connection().post(PATH, STREAM).head();
        assertThat(faces.connection().chunk()).endsWith("]}\n");
        assertThat(faces.connection().chunk()).endsWith("]}\n");
        assertThat(faces.connection().chunk()).isEqualTo("{\"text\": [\"Hello ther");
        assertThat(faces.connection().rest()).isEmpty();
    }

    @Test
    void keepsAProfileUntilItIsStopped() throws IOException {
        SimulatedServer server = faces.server();
        assertThat(server.isProfiling()).isFalse();
        for (int i = 0; i < 2; i++) {
            Answer answer = faces.post("/start_profile", "");
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.body()).isEmpty();
            assertThat(server.isProfiling()).isTrue();
        }
        for (int i = 0; i < 2; i++) {
            assertThat(faces.post("/stop_profile", "").status()).isEqualTo(200);
            assertThat(server.isProfiling()).isFalse();
        }
        faces.post("/start_profile", "");
        assertThat(server.profiles()).as("a start while it runs is none").isEqualTo(2);
        assertThat(faces.connection().get("/start_profile").answer().status()).isEqualTo(405);
    }
}
