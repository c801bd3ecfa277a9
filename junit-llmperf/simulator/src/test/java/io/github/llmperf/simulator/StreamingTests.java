package io.github.llmperf.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.simulator.RawConnection.Answer;
import io.github.llmperf.simulator.RawConnection.Head;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The bytes of streamed answers, as vLLM frames them. */
class StreamingTests {

    private static final String CHAT = "/v1/chat/completions";
    private static final String HELLO = "\"messages\":[{\"role\":\"user\",\"content\":\"Hello there\"}]";

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

    private List<String> chunks(String path, String json) throws IOException {
        assertThat(connection.post(path, json).head().status()).isEqualTo(200);
        List<String> chunks = new ArrayList<>();
        for (String chunk = connection.chunk(); !chunk.isEmpty(); chunk = connection.chunk()) {
            chunks.add(chunk.replaceFirst("\"created\":\\d+", "\"created\":0"));
        }
        return chunks;
    }

    @Test
    void framesChatLikeVllm() throws IOException {
        String head = "data: {\"id\":\"chatcmpl-0000000000000001\",\"object\":\"chat.completion.chunk\",\"created\":0,"
                + "\"model\":\"simulated-7b\",\"choices\":[{\"index\":0,\"delta\":";

        assertThat(chunks(CHAT, "{" + HELLO + ",\"max_tokens\":3,\"stream\":true}"))
                .containsExactly(
                        head
                                + "{\"role\":\"assistant\",\"content\":\"\"},\"logprobs\":null,\"finish_reason\":null}]}\n\n",
                        head + "{\"content\":\"Turn\"},\"logprobs\":null,\"finish_reason\":null}]}\n\n",
                        head + "{\"content\":\" asked\"},\"logprobs\":null,\"finish_reason\":null}]}\n\n",
                        head + "{\"content\":\" short\"},\"logprobs\":null,\"finish_reason\":\"length\","
                                + "\"stop_reason\":null}]}\n\n",
                        "data: [DONE]\n\n");
    }

    @Test
    void framesCompletionsLikeVllm() throws IOException {
        String head = "data: {\"id\":\"cmpl-0000000000000001\",\"object\":\"text_completion\",\"created\":0,"
                + "\"model\":\"simulated-7b\",\"choices\":[";

        assertThat(chunks(
                        "/v1/completions",
                        "{\"prompt\":\"Hello there\",\"max_tokens\":2,\"stream\":true,"
                                + "\"stream_options\":{\"include_usage\":true}}"))
                .containsExactly(
                        head + "{\"index\":0,\"text\":\"Turn\",\"logprobs\":null,\"finish_reason\":null,"
                                + "\"stop_reason\":null}],\"usage\":null}\n\n",
                        head + "{\"index\":0,\"text\":\" asked\",\"logprobs\":null,\"finish_reason\":\"length\","
                                + "\"stop_reason\":null}],\"usage\":null}\n\n",
                        head + "],\"usage\":{\"prompt_tokens\":3,\"total_tokens\":5,\"completion_tokens\":2}}\n\n",
                        "data: [DONE]\n\n");
    }

    @Test
    void endsByItselfWithAnEmptyDeltaThatCounts() throws IOException {
        List<String> chunks =
                chunks(CHAT, "{" + HELLO + ",\"stream\":true,\"stream_options\":{\"include_usage\":true}}");

        int size = chunks.size();
        assertThat(chunks.get(size - 3))
                .contains("\"delta\":{\"content\":\"\"},\"logprobs\":null,\"finish_reason\":\"stop\"");
        // Role, tokens, counts, end.
        assertThat(chunks.get(size - 2))
                .contains("\"choices\":[],\"usage\":{\"prompt_tokens\":7,")
                .contains("\"completion_tokens\":" + (size - 3) + "}");
        assertThat(size - 3).isBetween(32, 96);
    }

    @Test
    void countsInEachEventWhenAsked() throws IOException {
        List<String> chunks = chunks(
                CHAT,
                "{" + HELLO + ",\"max_tokens\":2,\"stream\":true,"
                        + "\"stream_options\":{\"include_usage\":true,\"continuous_usage_stats\":true}}");

        assertThat(chunks.get(0)).endsWith(",\"completion_tokens\":0}}\n\n");
        assertThat(chunks.get(1)).endsWith(",\"completion_tokens\":1}}\n\n");
        assertThat(chunks.get(2)).endsWith(",\"completion_tokens\":2}}\n\n");
        assertThat(chunks.get(3)).contains("\"choices\":[]").endsWith(",\"completion_tokens\":2}}\n\n");
    }

    @Test
    void takesEmptyStreamOptionsForAWishToCount() throws IOException {
        assertThat(chunks(CHAT, "{" + HELLO + ",\"max_tokens\":1,\"stream\":true,\"stream_options\":{}}"))
                .anyMatch(c -> c.contains("\"choices\":[]"));
    }

    @Test
    void doesNotCountUnasked() throws IOException {
        assertThat(chunks(CHAT, "{" + HELLO + ",\"max_tokens\":1,\"stream\":true}"))
                .noneMatch(c -> c.contains("usage"));
        assertThat(chunks(
                        CHAT,
                        "{" + HELLO + ",\"max_tokens\":1,\"stream\":true,\"stream_options\":{\"include_usage\":false,"
                                + "\"continuous_usage_stats\":true}}"))
                .noneMatch(c -> c.contains("usage"));
    }

    @Test
    void forcesLengthWhenToldTo() throws IOException {
        assertThat(chunks(CHAT, "{" + HELLO + ",\"max_tokens\":150,\"ignore_eos\":true,\"stream\":true}"))
                .hasSize(152);
        assertThat(chunks(CHAT, "{" + HELLO + ",\"max_completion_tokens\":150,\"min_tokens\":150,\"stream\":true}"))
                .hasSize(152);
    }

    @Test
    void answersChineseInChineseAsPlainUtf8() throws IOException {
        List<String> chunks = chunks(
                CHAT,
                "{\"messages\":[{\"role\":\"user\",\"content\":\"请用两句话介绍一下你自己。\"}],\"max_tokens\":2,\"stream\":true}");

        assertThat(chunks.get(1)).containsPattern("\"content\":\"\\p{IsHan}+\"");
    }

    @Test
    void sendsTheHeadersOfAnEventStream() throws IOException {
        Head head = connection
                .post(CHAT, "{" + HELLO + ",\"max_tokens\":1,\"stream\":true}")
                .head();

        assertThat(head.headers())
                .containsEntry("content-type", "text/event-stream; charset=utf-8")
                .containsEntry("transfer-encoding", "chunked")
                .doesNotContainKeys("connection", "content-length");
    }

    @Test
    void keepsTheConnectionForTheNextRequest() throws IOException {
        for (int i = 0; i < 3; i++) {
            assertThat(chunks(CHAT, "{" + HELLO + ",\"max_tokens\":1,\"stream\":true}"))
                    .hasSize(3);
        }
    }

    @Test
    void answersPipelinedRequestsInOrder() throws IOException {
        for (int tokens = 1; tokens <= 3; tokens++) {
            connection.post(CHAT, "{" + HELLO + ",\"max_tokens\":" + tokens + ",\"stream\":true}");
        }
        connection.get("/v1/models");

        for (int tokens = 1; tokens <= 3; tokens++) {
            assertThat(connection.answer().body().split("\n\n")).hasSize(tokens + 2);
        }
        assertThat(connection.answer().body()).contains("\"object\":\"list\"");
    }

    @Test
    void endsTheConnectionWhenTheClientWantsThat() throws IOException {
        connection.post(CHAT, "{" + HELLO + ",\"max_tokens\":1,\"stream\":true}", "Connection: close");

        Answer answer = connection.answer();
        assertThat(answer.headers()).containsEntry("connection", "close");
        assertThat(answer.body()).endsWith("data: [DONE]\n\n");
        assertThat(connection.rest()).isEmpty();
    }

    @Test
    void sendsNoChunksToClientsThatDoNotKnowThem() throws IOException {
        String body = "{\"prompt\":\"x\",\"max_tokens\":1,\"stream\":true}";
        connection.send("POST /v1/completions HTTP/1.0\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);

        assertThat(connection.head().headers()).doesNotContainKey("transfer-encoding");
        assertThat(connection.rest()).startsWith("data: {").endsWith("}\n\ndata: [DONE]\n\n");
    }
}
