package io.github.llmperf.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.simulator.RawConnection.Answer;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Everything but streams: whole answers, refusals, the other routes. */
class RoutesTests {

    private static final String CHAT = "/v1/chat/completions";
    private static final String COMPLETIONS = "/v1/completions";
    private static final String HELLO = "\"messages\":[{\"role\":\"user\",\"content\":\"Hello there\"}]";

    private final SimulatedServer server = SimulatedServer.builder()
            .clock(new JumpingClock())
            .model("kiln-8b")
            .maxModelLen(100)
            .start();
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

    private static String error(String message, String type, String parameter, int code) {
        return "{\"error\":{\"message\":\"" + message + "\",\"type\":\"" + type + "\",\"param\":" + parameter
                + ",\"code\":" + code + "}}";
    }

    @Test
    void answersChatAtOnce() throws IOException {
        Answer answer =
                connection.post(CHAT, "{" + HELLO + ",\"max_tokens\":3}").answer();

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.headers()).containsEntry("content-type", "application/json");
        assertThat(answer.body().replaceFirst("\"created\":\\d+", "\"created\":0"))
                .isEqualTo("{\"id\":\"chatcmpl-0000000000000001\",\"object\":\"chat.completion\",\"created\":0,"
                        + "\"model\":\"kiln-8b\",\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\","
                        + "\"content\":\"Turn asked short\"},\"logprobs\":null,\"finish_reason\":\"length\","
                        + "\"stop_reason\":null}],\"usage\":{\"prompt_tokens\":7,\"total_tokens\":10,"
                        + "\"completion_tokens\":3}}");
    }

    @Test
    void countsTheTurnsOfAConversationIntoThePrompt() throws IOException {
        String talk = "\"messages\":[{\"role\":\"user\",\"content\":\"Hello there\"},"
                + "{\"role\":\"assistant\",\"content\":\"Turn asked short\"},{\"role\":\"user\",\"content\":\"More\"}]";

        Answer answer = connection.post(CHAT, "{" + talk + ",\"max_tokens\":3}").answer();

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).contains("\"usage\":{\"prompt_tokens\":20,\"total_tokens\":23,");
    }

    @Test
    void answersCompletionsAtOnce() throws IOException {
        Answer answer = connection
                .post(COMPLETIONS, "{\"model\":\"kiln-8b\",\"prompt\":\"Hello there\",\"max_tokens\":3}")
                .answer();

        assertThat(answer.body().replaceFirst("\"created\":\\d+", "\"created\":0"))
                .isEqualTo("{\"id\":\"cmpl-0000000000000001\",\"object\":\"text_completion\",\"created\":0,"
                        + "\"model\":\"kiln-8b\",\"choices\":[{\"index\":0,\"text\":\"Turn asked short\",\"logprobs\":null,"
                        + "\"finish_reason\":\"length\",\"stop_reason\":null}],\"usage\":{\"prompt_tokens\":3,"
                        + "\"total_tokens\":6,\"completion_tokens\":3}}");
    }

    @Test
    void givesTheSameAnswerToTheSamePrompt() throws IOException {
        String first = connection.post(CHAT, "{" + HELLO + "}").answer().body();
        String second = connection.post(CHAT, "{" + HELLO + "}").answer().body();

        assertThat(first.substring(first.indexOf("\"choices\"")))
                .isEqualTo(second.substring(second.indexOf("\"choices\"")));
    }

    @Test
    void stopsAtSixteenTokensOnCompletionsUnlessTold() throws IOException {
        assertThat(connection.post(COMPLETIONS, "{\"prompt\":\"x\"}").answer().body())
                .contains("\"completion_tokens\":16");
    }

    @Test
    void readsPromptsOfAllForms() throws IOException {
        assertThat(connection
                        .post(COMPLETIONS, "{\"prompt\":[5,6,7,8,9]}")
                        .answer()
                        .body())
                .contains("\"prompt_tokens\":5");
        assertThat(connection
                        .post(COMPLETIONS, "{\"prompt\":[\"abcdefgh\"]}")
                        .answer()
                        .body())
                .contains("\"prompt_tokens\":2");
        assertThat(connection.post(COMPLETIONS, "{\"prompt\":\"\"}").answer().body())
                .contains("\"prompt_tokens\":1,");
        assertThat(connection
                        .post(
                                CHAT,
                                "{\"messages\":[{\"role\":\"system\",\"content\":\"abcd\"},"
                                        + "{\"role\":\"assistant\",\"content\":null},{\"role\":\"user\",\"content\":"
                                        + "[{\"type\":\"text\",\"text\":\"abcd\"},{\"type\":\"text\",\"text\":\"efgh\"}]}]}")
                        .answer()
                        .body())
                .contains("\"prompt_tokens\":15");
    }

    @Test
    void acceptsFieldsThatNeedARealModel() throws IOException {
        assertThat(connection
                        .post(
                                CHAT,
                                "{" + HELLO + ",\"max_tokens\":1,\"temperature\":0,\"top_p\":0.5,\"seed\":7,"
                                        + "\"response_format\":{\"type\":\"text\"},\"of_the_future\":[1]}")
                        .answer()
                        .status())
                .isEqualTo(200);
    }

    @Test
    void doesNotKnowOtherModels() throws IOException {
        Answer answer =
                connection.post(CHAT, "{\"model\":\"other\"," + HELLO + "}").answer();

        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.body())
                .isEqualTo(error("The model `other` does not exist.", "NotFoundError", "\"model\"", 404));
    }

    @Test
    void refusesMoreThanTheContextHolds() throws IOException {
        Answer tooMuch =
                connection.post(CHAT, "{" + HELLO + ",\"max_tokens\":94}").answer();
        assertThat(tooMuch.status()).isEqualTo(400);
        assertThat(tooMuch.body())
                .isEqualTo(error(
                        "This model's maximum context length is 100 tokens, but 7 prompt tokens and 94 output tokens"
                                + " were asked for. Shorten the prompt or ask for fewer tokens.",
                        "BadRequestError",
                        "\"max_tokens\"",
                        400));

        Answer tooLong = connection
                .post(COMPLETIONS, "{\"prompt\":\"" + "abcd".repeat(100) + "\"}")
                .answer();
        assertThat(tooLong.status()).isEqualTo(400);
        assertThat(tooLong.body()).contains("maximum context length is 100 tokens", "\"param\":\"prompt\"");

        assertThat(connection
                        .post(CHAT, "{" + HELLO + ",\"max_tokens\":93,\"ignore_eos\":true}")
                        .answer()
                        .body())
                .contains("\"total_tokens\":100");
        assertThat(connection
                        .post(CHAT, "{" + HELLO + ",\"max_tokens\":2147483647}")
                        .answer()
                        .status())
                .isEqualTo(400);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[] | body must be a JSON object, but is an array | null",
                "{} | messages must be present on /v1/chat/completions | messages",
                "{\"messages\":\"x\"} | messages must be an array of at least one message, but is `\\\"x\\\"` | messages",
                "{\"messages\":[]} | messages must be an array of at least one message, but is an array | messages",
                "{\"messages\":[1]} | messages[0] must be an object with a role | messages[0]",
                "{\"messages\":[{\"role\":\"user\"}]} | messages[0].content must be a string or an array of parts, but is empty | messages[0]",
                "{\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":\"image_url\"}]}]} | messages[0].content must hold parts of type text only; this model reads nothing else | messages[0]",
                "{HELLO,\"max_tokens\":0} | max_tokens must be an integer of 1 or more, but is `0` | max_tokens",
                "{HELLO,\"max_tokens\":1.5} | max_tokens must be an integer of 1 or more, but is `1.5` | max_tokens",
                "{HELLO,\"max_completion_tokens\":\"5\"} | max_completion_tokens must be an integer of 1 or more, but is `\\\"5\\\"` | max_completion_tokens",
                "{HELLO,\"max_tokens\":99999999999} | max_tokens must be an integer of 1 or more, but is `99999999999` | max_tokens",
                "{HELLO,\"min_tokens\":5,\"max_tokens\":4} | min_tokens must be at most max_tokens=4, but is 5 | min_tokens",
                "{HELLO,\"min_tokens\":-1} | min_tokens must be an integer of 0 or more, but is `-1` | min_tokens",
                "{HELLO,\"temperature\":-1} | temperature must be a number between 0.0 and 10.0, but is `-1` | temperature",
                "{HELLO,\"n\":2} | n must be 1: this server gives one answer to a request | n",
                "{HELLO,\"stream\":\"yes\"} | stream must be true or false, but is `\\\"yes\\\"` | stream",
                "{HELLO,\"stream_options\":{}} | stream_options must not be present unless stream is true | stream_options",
                "{HELLO,\"stream\":true,\"stream_options\":1} | stream_options must be an object, but is `1` | stream_options",
                "{HELLO,\"stream\":true,\"stream_options\":{\"include_usage\":1}} | stream_options.include_usage must be true or false, but is `1` | stream_options.include_usage",
                "{HELLO,\"ignore_eos\":1} | ignore_eos must be true or false, but is `1` | ignore_eos",
                "{HELLO,\"model\":1} | model must be a string, but is `1` | model"
            })
    void refusesBadRequestsByName(String body, String message, String parameter) throws IOException {
        Answer answer = connection.post(CHAT, body.replace("HELLO", HELLO)).answer();

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body())
                .isEqualTo(error(
                        message, "BadRequestError", parameter.equals("null") ? "null" : "\"" + parameter + "\"", 400));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "{} {}", "no"})
    void refusesWhatIsNoJson(String body) throws IOException {
        Answer answer = connection.post(CHAT, body).answer();

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body())
                .startsWith("{\"error\":{\"message\":\"body must be ")
                .contains("BadRequestError");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{}", "{\"prompt\":7}", "{\"prompt\":[\"a\",\"b\"]}", "{\"prompt\":[]}", "{\"prompt\":[1,\"a\"]}"
            })
    void refusesPromptsItCannotRead(String body) throws IOException {
        Answer answer = connection.post(COMPLETIONS, body).answer();

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body()).contains("\"message\":\"prompt must be ", "\"param\":\"prompt\"");
    }

    @Test
    void listsItsModel() throws IOException {
        Answer answer = connection.get("/v1/models").answer();

        assertThat(answer.body().replaceFirst("\"created\":\\d+", "\"created\":0"))
                .isEqualTo("{\"object\":\"list\",\"data\":[{\"id\":\"kiln-8b\",\"object\":\"model\",\"created\":0,"
                        + "\"owned_by\":\"llmperf-simulator\",\"root\":\"kiln-8b\",\"parent\":null,"
                        + "\"max_model_len\":100}]}");
    }

    @Test
    void saysItsVersionAsVllmDoes() throws IOException {
        assertThat(connection.get("/version").answer().body()).isEqualTo("{\"version\":\"0.1\"}");
    }

    @Test
    void tellsItsMetricsUnderVllmsNames() throws IOException {
        connection.post(CHAT, "{" + HELLO + ",\"max_tokens\":3}").answer();
        Answer answer = connection.get("/metrics").answer();

        String labels = "{engine=\"0\",model_name=\"kiln-8b\"} ";
        assertThat(answer.headers()).containsEntry("content-type", "text/plain; version=0.0.4; charset=utf-8");
        assertThat(answer.body().lines())
                .contains(
                        "# TYPE vllm:num_requests_running gauge",
                        "vllm:num_requests_running" + labels + "0.0",
                        "vllm:num_requests_waiting" + labels + "0.0",
                        "# TYPE vllm:prompt_tokens_total counter",
                        "vllm:prompt_tokens_total" + labels + "7.0",
                        "vllm:generation_tokens_total" + labels + "3.0",
                        "vllm:prefix_cache_hits_total" + labels + "0.0",
                        "vllm:request_success_total{engine=\"0\",finished_reason=\"length\",model_name=\"kiln-8b\"} 1.0",
                        "vllm:request_success_total{engine=\"0\",finished_reason=\"stop\",model_name=\"kiln-8b\"} 0.0",
                        "# TYPE vllm:time_to_first_token_seconds histogram",
                        "vllm:time_to_first_token_seconds_bucket{engine=\"0\",le=\"0.02\",model_name=\"kiln-8b\"} 0.0",
                        "vllm:time_to_first_token_seconds_bucket{engine=\"0\",le=\"0.04\",model_name=\"kiln-8b\"} 1.0",
                        "vllm:time_to_first_token_seconds_bucket{engine=\"0\",le=\"+Inf\",model_name=\"kiln-8b\"} 1.0",
                        "vllm:time_to_first_token_seconds_count" + labels + "1.0",
                        // 20 ms to arrive, then a step of 5 ms + 7 x 0.02 ms + 0.05 ms.
                        "vllm:time_to_first_token_seconds_sum" + labels + "0.02519",
                        "vllm:inter_token_latency_seconds_count" + labels + "2.0",
                        "vllm:inter_token_latency_seconds_sum" + labels + "0.0101",
                        "vllm:request_time_per_output_token_seconds_sum" + labels + "0.00505",
                        "vllm:e2e_request_latency_seconds_sum" + labels + "0.03529",
                        "vllm:request_queue_time_seconds_sum" + labels + "0.02");
    }

    @Test
    void tellsThatItIsWell() throws IOException {
        assertThat(connection.get("/health").answer().status()).isEqualTo(200);
    }

    @Test
    void doesNotKnowOtherPaths() throws IOException {
        Answer answer = connection.get("/v2/models").answer();

        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.body()).isEqualTo("{\"detail\":\"Not Found\"}");
        assertThat(connection.get("/metrics?x=1").answer().status()).isEqualTo(200);
    }

    @Test
    void refusesOtherMethods() throws IOException {
        Answer answer = connection.get(CHAT).answer();

        assertThat(answer.status()).isEqualTo(405);
        assertThat(answer.headers()).containsEntry("allow", "POST");
        assertThat(answer.body()).isEqualTo("{\"detail\":\"Method Not Allowed\"}");
    }

    @Test
    void refusesWhatCannotBeWrittenBack() throws IOException {
        Answer halfPair =
                connection.post(CHAT, "{\"model\":\"\\ud800\"," + HELLO + "}").answer();
        assertThat(halfPair.status()).isEqualTo(404);
        assertThat(halfPair.body()).contains("The model `?` does not exist.");

        Answer longValue = connection
                .post(CHAT, "{" + HELLO + ",\"stream\":\"" + "x".repeat(1000) + "\"}")
                .answer();
        assertThat(longValue.body()).contains("xxx…`").hasSizeLessThan(300);
    }

    @Test
    void answersPromptsWithHalfACharacter() throws IOException {
        assertThat(connection
                        .post(COMPLETIONS, "{\"prompt\":\"a\\udc00\"}")
                        .answer()
                        .status())
                .isEqualTo(200);
    }

    @Test
    void refusesBodiesBeyondAllReason() throws IOException {
        connection.send("POST " + CHAT + " HTTP/1.1\r\nContent-Length: 999999999\r\n\r\n");

        assertThat(connection.answer().status()).isEqualTo(413);
    }

    @Test
    void letsClientsAskBeforeTheySendABody() throws IOException {
        connection.send("POST " + COMPLETIONS + " HTTP/1.1\r\nContent-Length: 14\r\nExpect: 100-continue\r\n\r\n");
        assertThat(connection.head().status()).isEqualTo(100);
        connection.send("{\"prompt\":\"x\"}");

        assertThat(connection.answer().status()).isEqualTo(200);
    }

    @Test
    void refusesWhatIsNoHttp() throws IOException {
        connection.send("HELO simulator\r\n\r\n");

        assertThat(connection.answer().status()).isEqualTo(400);
        assertThat(connection.rest()).isEmpty();
    }

    @Test
    void asksForItsKeyUnderV1Only() throws IOException {
        try (SimulatedServer locked = SimulatedServer.builder()
                        .clock(new JumpingClock())
                        .apiKey("sesame")
                        .start();
                RawConnection client = new RawConnection(locked)) {
            for (String wrong : new String[] {"X: y", "Authorization: Bearer wrong", "Authorization: sesame"}) {
                Answer answer = client.post(CHAT, "{" + HELLO + "}", wrong).answer();
                assertThat(answer.status()).isEqualTo(401);
                assertThat(answer.body()).isEqualTo("{\"error\":\"Unauthorized\"}");
            }
            assertThat(client.get("/v1/models").answer().status()).isEqualTo(401);
            assertThat(client.post(CHAT, "{" + HELLO + "}", "Authorization: Bearer sesame")
                            .answer()
                            .status())
                    .isEqualTo(200);
            assertThat(client.get("/metrics").answer().status()).isEqualTo(200);
            assertThat(client.get("/health").answer().status()).isEqualTo(200);
        }
    }
}
