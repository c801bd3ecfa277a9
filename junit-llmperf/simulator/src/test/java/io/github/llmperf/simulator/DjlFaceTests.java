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

/** The bytes of DJL Serving's routes. */
class DjlFaceTests {

    private static final String THREE = "{\"inputs\":\"Hello there\",\"parameters\":{\"max_new_tokens\":3}}";
    private static final String DETAILS =
            "{\"inputs\":\"Hello there\",\"parameters\":{\"max_new_tokens\":3,\"details\":true}}";
    private static final String CHAT =
            "{\"messages\":[{\"role\":\"user\",\"content\":\"Hello there\"}],\"max_tokens\":3}";

    private final FaceTestServer faces;

    DjlFaceTests() throws IOException {
        faces = new FaceTestServer();
    }

    @AfterEach
    void close() throws IOException {
        faces.close();
    }

    @Test
    void answersWithAnObject() throws IOException {
        Answer answer = faces.post("/invocations", THREE);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.headers()).containsEntry("content-type", "application/json");
        assertThat(answer.body()).isEqualTo("{\"generated_text\":\"Turn asked short\"}");
        assertThat(faces.post("/predictions/simulated-7b", THREE).body()).isEqualTo(answer.body());
        assertThat(faces.post("/invocations", THREE.replace("\"max_new", "\"return_full_text\":true,\"max_new"))
                        .body())
                .isEqualTo("{\"generated_text\":\"Hello thereTurn asked short\"}");
    }

    @Test
    void tellsDetailsWhenAsked() throws IOException {
        assertThat(faces.post("/invocations", DETAILS).body().replaceAll("\"id\":\\d+", "\"id\":0"))
                .isEqualTo("{\"generated_text\":\"Turn asked short\",\"details\":{\"finish_reason\":\"length\","
                        + "\"generated_tokens\":3,\"inputs\":\"Hello there\",\"tokens\":["
                        + "{\"id\":0,\"text\":\"Turn\",\"log_prob\":0.0},{\"id\":0,\"text\":\" asked\",\"log_prob\":0.0},"
                        + "{\"id\":0,\"text\":\" short\",\"log_prob\":0.0}]}}");
    }

    @Test
    void forcesLengthsAndHasADefaultOfItsOwn() throws IOException {
        assertThat(faces.post("/invocations", "{\"inputs\":\"x\",\"parameters\":{\"details\":true}}")
                        .body())
                .contains("\"finish_reason\":\"length\",\"generated_tokens\":30");
        assertThat(faces.post(
                                "/invocations",
                                "{\"inputs\":\"x\",\"parameters\":{\"details\":true,\"max_new_tokens\":99,"
                                        + "\"ignore_eos_token\":true}}")
                        .body())
                .contains("\"finish_reason\":\"length\",\"generated_tokens\":99");
    }

    @Test
    void streamsLines() throws IOException {
        assertThat(faces.connection()
                        .post("/invocations", "{\"stream\":true," + DETAILS.substring(1))
                        .head()
                        .headers())
                .containsEntry("content-type", "application/jsonlines");
        assertThat(faces.chunks())
                .extracting(chunk -> chunk.replaceAll("\"id\":\\d+", "\"id\":0"))
                .containsExactly(
                        "{\"token\":{\"id\":0,\"text\":\"Turn\",\"log_prob\":0.0}}\n",
                        "{\"token\":{\"id\":0,\"text\":\" asked\",\"log_prob\":0.0}}\n",
                        "{\"token\":{\"id\":0,\"text\":\" short\",\"log_prob\":0.0},"
                                + "\"generated_text\":\"Turn asked short\",\"details\":{\"finish_reason\":\"length\","
                                + "\"generated_tokens\":3,\"inputs\":\"Hello there\"}}\n");
    }

    @Test
    void answersMessagesAsAChat() throws IOException {
        assertThat(faces.post("/invocations", CHAT).body())
                .contains("\"message\":{\"role\":\"assistant\",\"content\":\"Turn asked short\"}");
        Answer streamed = faces.post("/invocations", "{\"stream\":true," + CHAT.substring(1));
        assertThat(streamed.status()).isEqualTo(400);
        assertThat(streamed.body())
                .isEqualTo("{\"code\":400,\"type\":\"BadRequestException\",\"message\":\"stream must be false with"
                        + " messages: they are not streamed here\"}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    /predictions/other | {"inputs":"x"} | 404 | {"code":404,"type":"ModelNotFoundException",\
                    "message":"The model `other` does not exist."}
                    /invocations | {} | 400 | {"code":400,"type":"BadRequestException","message":"inputs must be present"}
                    /invocations | {"inputs":"x","parameters":{"max_new_tokens":100}} | 424 | {"error":"This model's maximum \
                    context length is 100 tokens, but 1 prompt tokens and 100 output tokens were asked for. Shorten the \
                    prompt or ask for fewer tokens.","code":424}
                    """)
    void refusesInItsOwnWords(String path, String body, int status, String error) throws IOException {
        Answer answer = faces.post(path, body);
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.body()).isEqualTo(error);
    }

    @Test
    void saysThatItsQueueIsFull() throws IOException {
        try (SimulatedServer full = SimulatedServer.builder()
                        .clock(new ManualClock())
                        .batchSize(1)
                        .queueLimit(0)
                        .start();
                RawConnection first = new RawConnection(full);
                RawConnection second = new RawConnection(full)) {
            first.post("/v1/completions", "{\"prompt\":\"x\",\"stream\":true}").head();

            Answer answer = second.post("/invocations", THREE).answer();
            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.body())
                    .isEqualTo("{\"code\":503,\"type\":\"WlmCapacityException\","
                            + "\"message\":\"The request queue is full.\"}");
        }
    }

    @ParameterizedTest
    @CsvSource({"TOO_MANY_REQUESTS, 429, WlmCapacityException", "SERVER_ERROR, 500, EngineException"})
    void wordsFaultsOfTheFrontEnd(Fault fault, int status, String type) throws IOException {
        faces.inject(fault);
        Answer answer = faces.post("/invocations", THREE);
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.body()).startsWith("{\"code\":" + status + ",\"type\":\"" + type + "\",\"message\":\"");
    }

    @Test
    void losesRequests() throws IOException {
        faces.inject(Fault.STREAM_ERROR);
        Answer whole = faces.post("/invocations", THREE);
        assertThat(whole.status()).isEqualTo(424);
        assertThat(whole.body())
                .isEqualTo("{\"error\":\"The engine lost this request: an injected fault.\",\"code\":424}");
        assertThat(faces.post("/invocations", "{\"stream\":true," + THREE.substring(1))
                        .body())
                .endsWith(
                        "\"generated_text\":\"\",\"details\":{\"finish_reason\":\"error\",\"generated_tokens\":0}}\n");

        faces.inject(Fault.CUT);
        assertThatExceptionOfType(EOFException.class)
                .isThrownBy(() -> faces.post("/invocations", THREE))
                .withMessageStartingWith("connection closed after {\"gener");
    }
}
