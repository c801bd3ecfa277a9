package io.github.llmperf.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.llmperf.simulator.RawConnection.Answer;
import io.github.llmperf.simulator.RawConnection.Head;
import io.github.llmperf.simulator.fault.Fault;
import java.io.EOFException;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The bytes of TGI's routes. */
class TgiFaceTests {

    private static final String THREE = "{\"inputs\":\"Hello there\",\"parameters\":{\"max_new_tokens\":3}}";
    private static final String DETAILS =
            "{\"inputs\":\"Hello there\",\"parameters\":{\"max_new_tokens\":3,\"details\":true}}";
    private static final String OVERLOADED = "{\"error\":\"Model is overloaded\",\"error_type\":\"overloaded\"}";

    private final FaceTestServer faces;

    TgiFaceTests() throws IOException {
        faces = new FaceTestServer();
    }

    @AfterEach
    void close() throws IOException {
        faces.close();
    }

    @Test
    void statesItsTimesInHeadersOfWholeAnswers() throws IOException {
        Answer answer = faces.post("/generate", THREE);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("{\"generated_text\":\"Turn asked short\"}");
        assertThat(answer.headers())
                .containsEntry("content-type", "application/json")
                .containsEntry("x-compute-type", "simulator")
                .containsEntry("x-compute-time", "0.34")
                .containsEntry("x-compute-characters", "11")
                .containsEntry("x-total-time", "340")
                .containsEntry("x-validation-time", "0")
                .containsEntry("x-queue-time", "40")
                .containsEntry("x-inference-time", "300")
                .containsEntry("x-time-per-token", "100")
                .containsEntry("x-prompt-tokens", "3")
                .containsEntry("x-generated-tokens", "3");
    }

    @Test
    void tellsDetailsWhenAsked() throws IOException {
        assertThat(faces.post("/generate", DETAILS).body().replaceAll("\"id\":\\d+", "\"id\":0"))
                .isEqualTo("{\"generated_text\":\"Turn asked short\",\"details\":{\"finish_reason\":\"length\","
                        + "\"generated_tokens\":3,\"seed\":null,\"prefill\":[],\"tokens\":["
                        + "{\"id\":0,\"text\":\"Turn\",\"logprob\":0.0,\"special\":false},"
                        + "{\"id\":0,\"text\":\" asked\",\"logprob\":0.0,\"special\":false},"
                        + "{\"id\":0,\"text\":\" short\",\"logprob\":0.0,\"special\":false}]}}");
    }

    @Test
    void streamsOneEventPerTokenAndNoEndMark() throws IOException {
        Head head = faces.connection().post("/generate_stream", DETAILS).head();

        assertThat(head.headers())
                .containsEntry("content-type", "text/event-stream")
                .containsEntry("x-accel-buffering", "no")
                .containsEntry("x-compute-characters", "11")
                .doesNotContainKeys("x-total-time", "x-queue-time", "x-prompt-tokens");
        assertThat(faces.chunks())
                .extracting(chunk -> chunk.replaceAll("\"id\":\\d+", "\"id\":0"))
                .containsExactly(
                        "data: {\"index\":1,\"token\":{\"id\":0,\"text\":\"Turn\",\"logprob\":0.0,\"special\":false},"
                                + "\"generated_text\":null,\"details\":null}\n\n",
                        "data: {\"index\":2,\"token\":{\"id\":0,\"text\":\" asked\",\"logprob\":0.0,\"special\":false},"
                                + "\"generated_text\":null,\"details\":null}\n\n",
                        "data: {\"index\":3,\"token\":{\"id\":0,\"text\":\" short\",\"logprob\":0.0,\"special\":false},"
                                + "\"generated_text\":\"Turn asked short\",\"details\":{\"finish_reason\":\"length\","
                                + "\"generated_tokens\":3,\"seed\":null,\"input_length\":3}}\n\n");
    }

    @Test
    void sendsTheEndOfTheTextAsASpecialToken() throws IOException {
        String body = faces.post(
                        "/generate_stream",
                        "{\"inputs\":\"Hello there\",\"parameters\":{\"details\":true," + "\"max_new_tokens\":97}}")
                .body();

        String last = body.substring(body.lastIndexOf("data: "));
        assertThat(last)
                .contains("\"text\":\"</s>\",\"logprob\":0.0,\"special\":true}", "\"finish_reason\":\"eos_token\"")
                .doesNotContain("</s>\",\"details\"");
    }

    @Test
    void answersWithAnArrayOnTheCompatibleRoute() throws IOException {
        assertThat(faces.post("/", THREE).body()).isEqualTo("[{\"generated_text\":\"Hello thereTurn asked short\"}]");
        String plain = THREE.replace("\"max_new", "\"return_full_text\":false,\"max_new");
        assertThat(faces.post("/", plain).body()).isEqualTo("[{\"generated_text\":\"Turn asked short\"}]");
        assertThat(faces.post("/", plain.replace("{\"inputs", "{\"stream\":true,\"inputs"))
                        .body())
                .startsWith("data: {\"index\":1,")
                .contains("\"generated_text\":\"Turn asked short\",\"details\":null}\n\n");
    }

    @Test
    void readsNoMoreOfAPromptThanItIsTold() throws IOException {
        assertThat(faces.post("/generate", THREE.replace("\"max_new", "\"truncate\":2,\"max_new"))
                        .headers())
                .containsEntry("x-prompt-tokens", "2");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {"inputs":"x","parameters":{"max_new_tokens":100}} | Input validation error: `inputs` tokens + \
                    `max_new_tokens` must be <= 100. Given: 1 `inputs` tokens and 100 `max_new_tokens`
                    {} | inputs must be present
                    {"inputs":1} | inputs must be a string, but is `1`
                    {"inputs":"x","parameters":{"max_new_tokens":0}} | parameters.max_new_tokens must be an integer of 1 or more, but is `0`
                    {"inputs":"x","parameters":{"best_of":2}} | parameters.best_of must be 1: this server gives one answer to a request
                    {"inputs":"x","parameters":{"temperature":0}} | parameters.temperature must be a number above 0, but is `0`
                    """)
    void refusesWhatIsWrong(String body, String message) throws IOException {
        Answer answer = faces.post("/generate", body);
        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.body()).isEqualTo("{\"error\":\"" + message + "\",\"error_type\":\"validation\"}");
    }

    @Test
    void saysInTheStreamThatARequestIsTooLong() throws IOException {
        Answer answer = faces.post("/generate_stream", THREE.replace("\":3", "\":100"));
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body())
                .startsWith("data: {\"error\":\"Input validation error: `inputs` tokens + `max_new_tokens` must be")
                .endsWith("\"error_type\":\"validation\"}\n\n");
        assertThat(faces.post("/generate_stream", "{").status()).isEqualTo(422);
    }

    @Test
    void saysThatItIsOverloaded() throws IOException {
        try (SimulatedServer full = SimulatedServer.builder()
                        .clock(new ManualClock())
                        .slots(1)
                        .queueLimit(0)
                        .start();
                RawConnection first = new RawConnection(full);
                RawConnection second = new RawConnection(full)) {
            first.post("/generate_stream", THREE).head();

            Answer whole = second.post("/generate", THREE).answer();
            assertThat(whole.status()).isEqualTo(429);
            assertThat(whole.body()).isEqualTo(OVERLOADED);
            Answer stream = second.post("/generate_stream", THREE).answer();
            assertThat(stream.status()).isEqualTo(200);
            assertThat(stream.body()).isEqualTo("data: " + OVERLOADED + "\n\n");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "TOO_MANY_REQUESTS, 429, 'Too many requests: an injected fault.', overloaded",
        "SERVER_ERROR, 500, The engine failed: an injected fault., incomplete_generation",
        "STREAM_ERROR, 424, Request failed during generation: The engine lost this request: an injected fault.,"
                + " generation"
    })
    void wordsFaults(Fault fault, int status, String message, String type) throws IOException {
        faces.inject(fault);
        String error = "{\"error\":\"" + message + "\",\"error_type\":\"" + type + "\"}";

        Answer whole = faces.post("/generate", DETAILS);
        assertThat(whole.status()).isEqualTo(status);
        assertThat(whole.body()).isEqualTo(error);
        Answer stream = faces.post("/generate_stream", DETAILS);
        assertThat(stream.status()).isEqualTo(200);
        assertThat(stream.body()).endsWith("data: " + error + "\n\n");
    }

    @Test
    void cutsEventsAndWholeAnswers() throws IOException {
        faces.inject(Fault.CUT);

        faces.connection().post("/generate_stream", THREE).head();
        assertThat(faces.connection().chunk()).endsWith("}\n\n");
        assertThat(faces.connection().chunk()).endsWith("}\n\n");
        assertThat(faces.connection().chunk()).startsWith("data: {\"index\":3").doesNotContain("\n");
        assertThat(faces.connection().rest()).isEmpty();
        try (RawConnection other = new RawConnection(faces.server())) {
            assertThatExceptionOfType(EOFException.class)
                    .isThrownBy(() -> other.post("/generate", THREE).answer())
                    .withMessageStartingWith("connection closed after {\"gener");
        }
    }

    @Test
    void asksForTheKeyWithoutAWord() throws IOException {
        try (SimulatedServer guarded =
                        SimulatedServer.builder().apiKey("sesame").start();
                RawConnection connection = new RawConnection(guarded)) {
            Answer answer = connection.post("/generate", THREE).answer();
            assertThat(answer.status()).isEqualTo(401);
            assertThat(answer.body()).isEmpty();
            assertThat(connection
                            .post("/generate", THREE, "Authorization: Bearer sesame")
                            .answer()
                            .status())
                    .isEqualTo(200);
        }
    }
}
