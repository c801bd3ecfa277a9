package io.github.llmperf.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/** One reference case: raw body bytes, how they are served, and what a reader must make of them. */
public final class WireFixture {

    private static final Map<String, String> SERVER_TIMES = Map.of(
            "queue", "serverQueue",
            "prefill", "serverPrefill",
            "decoding", "serverDecode",
            "inference", "serverInference",
            "total", "serverTotal",
            "validation", "serverValidation",
            "load", "serverLoad",
            "time_per_token", "serverTimePerToken");
    private static final Map<String, String> DERIVED = Map.of(
            "first_token_latency", "serverTtft",
            "avg_token_latency", "serverTpot",
            "response_time", "serverInference");
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String ONE_MEGABYTE = "generic-1mb-event";

    private final String name;
    private final JsonNode facts;
    private final byte[] body;

    private WireFixture(String name, JsonNode facts, byte[] body) {
        this.name = name;
        this.facts = facts;
        this.body = body;
    }

    public static Stream<WireFixture> all() {
        try (Stream<Path> files = Files.list(directory())) {
            return files
                    .map(file -> file.getFileName().toString())
                    .filter(file -> file.endsWith(".expected.json"))
                    .map(file -> file.substring(0, file.length() - ".expected.json".length()))
                    .sorted()
                    .map(WireFixture::named)
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static WireFixture named(String name) {
        try {
            JsonNode facts = JSON.readTree(Files.readAllBytes(directory().resolve(name + ".expected.json")));
            byte[] body = name.equals(ONE_MEGABYTE)
                    ? oneMegabyte()
                    : Files.readAllBytes(directory().resolve(name + ".txt"));
            assertThat(sha256(body))
                    .as(name)
                    .isEqualTo(facts.path("body_sha256").asText());
            return new WireFixture(name, facts, body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The dialect, by the name users know: cases name families, and SageMaker's by what is inside. */
    public String api() {
        String dialect = facts.path("dialect").asText();
        boolean signed = facts.path("framing").asText().startsWith("aws") || name.startsWith("sagemaker");
        if (signed) {
            return dialect.startsWith("openai") ? "sagemaker-openai-chat" : "sagemaker";
        }
        return switch (dialect) {
            case "anthropic" -> "anthropic-messages";
            case "djl" -> "djl-invocations";
            case "lmdeploy" -> "lmdeploy-interactive";
            case "triton" -> "triton-generate";
            case "vllm" -> "vllm-generate";
            case "sglang" -> "sglang-generate";
            case "lightllm" -> "lightllm-generate";
            case "llamacpp" -> "llamacpp-completion";
            case "ollama" -> name.contains("chat") ? "ollama-chat" : "ollama-generate";
            case "tgi" -> "tgi-generate";
            default -> dialect;
        };
    }

    public String prompt() {
        return facts.path("request").path("prompt").asText("?");
    }

    public int status() {
        return facts.path("http").path("status").asInt();
    }

    public Map<String, String> headers() {
        Map<String, String> headers = new TreeMap<>();
        facts.path("http")
                .path("headers")
                .properties()
                .forEach(h -> headers.put(h.getKey(), h.getValue().asText()));
        return headers;
    }

    public AnswerHead head() {
        return new AnswerHead(status(), headers());
    }

    public boolean isChunked() {
        return facts.path("transfer").path("encoding").asText().equals("chunked");
    }

    public BodyEnd end() {
        return facts.path("transfer").path("end").asText().equals("clean") ? BodyEnd.CLEAN : BodyEnd.CUT;
    }

    /** Whether the server says nothing more and leaves the connection open. */
    public boolean stalls() {
        return facts.path("transfer").path("end").asText().equals("stall");
    }

    public boolean streamAsked() {
        return facts.path("request")
                .path("stream")
                .asBoolean(expect().path("streamed").asBoolean());
    }

    public byte[] body() {
        return body.clone();
    }

    /** The body after content decoding. */
    public byte[] text() {
        if (!headers().getOrDefault("content-encoding", "").equals("gzip")) {
            return body();
        }
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(body))) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The body in the segments it is to be sent in; one segment where the case names none. */
    public List<byte[]> segments() {
        List<byte[]> segments = new ArrayList<>();
        int from = 0;
        for (JsonNode offset : splits()) {
            segments.add(Arrays.copyOfRange(body, from, offset.asInt()));
            from = offset.asInt();
        }
        segments.add(Arrays.copyOfRange(body, from, body.length));
        return segments;
    }

    private JsonNode splits() {
        Path file = directory().resolve(name + ".splits.json");
        try {
            return Files.exists(file)
                    ? JSON.readTree(Files.readAllBytes(file)).path("offsets")
                    : JSON.createArrayNode();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public JsonNode expect() {
        return facts.path("expect");
    }

    /** Index of the segment that completes each content event, for readers that do not wait for the LF of a CRLF. */
    public List<Integer> contentSegments() {
        JsonNode eager = expect().path("content_event_segments_eager_cr");
        List<Integer> segments = new ArrayList<>();
        (eager.isMissingNode() ? expect().path("content_event_segments") : eager).forEach(s -> segments.add(s.asInt()));
        return segments;
    }

    /** Compares everything the case states. */
    public void assertAnswer(Answer answer, FailureKind kind, String code) {
        JsonNode expect = expect();
        JsonNode text = expect.hasNonNull("text")
                ? expect.path("text")
                : expect.path("text_by_index").path("0");
        if (!text.isTextual()) {
            assertThat(answer.text()).as(name).hasSize(expect.path("text_len").asInt());
            assertThat(sha256(answer.text().getBytes(StandardCharsets.UTF_8)))
                    .isEqualTo(expect.path("text_sha256").asText());
        } else {
            assertThat(answer.text()).as(name).isEqualTo(text.textValue());
        }
        assertThat(answer.reasoningText())
                .as(name)
                .isEqualTo(expect.path("reasoning_text").asText());
        assertThat(answer.contentChunks())
                .as(name)
                .isEqualTo(expect.path("content_chunks").asInt());
        assertThat(answer.reasoningChunks())
                .as(name)
                .isEqualTo(expect.path("reasoning_chunks").asInt());
        assertThat(answer.promptTokens())
                .as(name)
                .isEqualTo(expect.path("prompt_tokens").asInt(-1));
        assertTokens(answer, expect.path("completion_tokens"));
        if (expect.has("model")) {
            assertThat(answer.model())
                    .as("model")
                    .isEqualTo(expect.path("model").asText());
        }
        assertThat(answer.finishReason())
                .as(name)
                .isEqualTo(expect.path("finish_reason").asText(null));
        assertThat(answer.sawDone()).as(name).isEqualTo(expect.path("saw_done").asBoolean());
        assertThat(kind == null ? null : kind.name())
                .as(name)
                .isEqualTo(expect.path("error_class").asText(null));
        assertThat(code).as(name).isEqualTo(expect.path("error_code").asText(null));
        List<String> warnings = new ArrayList<>();
        expect.path("warnings").forEach(warning -> warnings.add(warning.asText()));
        assertThat(answer.warnings()).as(name).isEqualTo(warnings);
        assertServerTimes(answer, expect.path("server_times_ms"));
    }

    private void assertTokens(Answer answer, JsonNode completion) {
        if (expect().has("token_events")) {
            assertThat(answer.tokensFrom()).as(name).isEqualTo(TokensFrom.OBJECTS);
            assertThat(answer.outputTokens())
                    .as(name)
                    .isEqualTo(expect().path("token_events").asInt());
        } else if (completion.isNull() || completion.asInt() == 0) {
            assertThat(answer.tokensFrom()).as(name).isEqualTo(TokensFrom.EVENTS);
            assertThat(answer.outputTokens()).as(name).isEqualTo(answer.contentChunks() + answer.reasoningChunks());
        } else {
            assertThat(answer.tokensFrom()).as(name).isEqualTo(TokensFrom.USAGE);
            assertThat(answer.outputTokens()).as(name).isEqualTo(completion.asInt());
        }
    }

    private void assertServerTimes(Answer answer, JsonNode times) {
        Map<String, Double> expected = new TreeMap<>();
        times.properties()
                .forEach(time -> expected.put(
                        SERVER_TIMES.get(time.getKey()), time.getValue().asDouble()));
        Map<String, Double> stated = new TreeMap<>(answer.serverTimes());
        stated.keySet().removeAll(List.of("serverTtft", "serverTpot"));
        assertThat(stated).as(name).isEqualTo(expected);
        expect().path("derived_s").properties().forEach(derived -> assertThat(answer.serverTimes())
                .as(name)
                .containsEntry(DERIVED.get(derived.getKey()), derived.getValue().asDouble() * 1000));
    }

    private static byte[] oneMegabyte() {
        String start = "data: {\"id\":\"chatcmpl-k7\",\"object\":\"chat.completion.chunk\",\"created\":1760000000,"
                + "\"model\":\"kiln-8b\",\"choices\":[";
        String first = start + "{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\"},\"logprobs\":null,"
                + "\"finish_reason\":null}]}\n\n";
        String large = start + "{\"index\":0,\"delta\":{\"content\":\"" + "tide".repeat(262_144)
                + "\"},\"logprobs\":null,\"finish_reason\":null}]}\n\n";
        String last = start + "{\"index\":0,\"delta\":{},\"logprobs\":null,\"finish_reason\":\"length\"}]}\n\n";
        String usage = start + "],\"usage\":{\"prompt_tokens\":5,\"total_tokens\":262149,\"completion_tokens\":262144}}"
                + "\n\ndata: [DONE]\n\n";
        return (first + large + last + usage).getBytes(StandardCharsets.UTF_8);
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    private static Path directory() {
        // Read from the sources: other modules have core's tests in a jar, which cannot be listed.
        return Path.of("../core/src/test/resources/fixtures");
    }

    @Override
    public String toString() {
        return name;
    }
}
