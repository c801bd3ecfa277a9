package io.github.llmperf.bench;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.zip.CRC32;

/**
 * A streamed answer as the server of a dialect sends it, one token per event.
 *
 * @param event bytes of the event that brings a token, by its number from 0
 */
@SuppressWarnings({"ArrayRecordComponent", "StringConcatToTextBlock"}) // bytes as they are sent
record ServedStream(String contentType, IntFunction<byte[]> event, byte[] last) {

    private static final int STRING = 7;
    private static final String SSE = "text/event-stream";
    private static final Map<String, ServedStream> BY_DIALECT = byDialect();

    /** Returns what a dialect's server sends. */
    static ServedStream of(String dialect) {
        ServedStream stream = BY_DIALECT.get(dialect);
        if (stream == null) {
            throw new IllegalArgumentException(
                    "dialect must be one of " + BY_DIALECT.keySet() + ", but is \"" + dialect + "\"");
        }
        return stream;
    }

    /** Returns the dialects that stream. */
    static List<String> dialects() {
        return List.copyOf(BY_DIALECT.keySet());
    }

    private static Map<String, ServedStream> byDialect() {
        Map<String, ServedStream> all = new TreeMap<>();
        all.put("openai-chat", sse(i -> chat(" token"), "data: [DONE]\n\n"));
        all.put(
                "openai-completions",
                sse(
                        i ->
                                "data: {\"id\":\"cmpl-1\",\"object\":\"text_completion\",\"created\":1760000000,\"model\":\"m\","
                                        + "\"choices\":[{\"index\":0,\"text\":\" token\",\"logprobs\":null,"
                                        + "\"finish_reason\":null,\"stop_reason\":null}],\"usage\":null}\n\n",
                        "data: [DONE]\n\n"));
        all.put("tgi-generate", sse(i -> "data: " + token(i, "logprob") + "\n\n", "data: " + lastToken() + "\n\n"));
        all.put(
                "lightllm-generate",
                sse(
                        i -> "data:{\"token\":{\"id\":" + (i + 5) + ",\"text\":\" token\",\"logprob\":-0.25,"
                                + "\"special\":false,\"count_output_tokens\":" + (i + 1)
                                + ",\"prompt_tokens\":3},\"generated_text\":null,\"finished\":false,"
                                + "\"finish_reason\":null,\"details\":null}\n\n",
                        "data:{\"token\":{\"id\":2,\"text\":\"\",\"logprob\":-0.1,\"special\":true},"
                                + "\"generated_text\":null,\"finished\":true,\"finish_reason\":\"length\"}\n\n"));
        all.put(
                "djl-invocations",
                lines("application/jsonlines", i -> token(i, "log_prob") + "\n", lastToken() + "\n"));
        all.put("vllm-generate", lines("", i -> "{\"text\":[\"?" + " token".repeat(i + 1) + "\"]}\n", ""));
        all.put(
                "sglang-generate",
                sse(
                        i -> "data: {\"text\":\"" + " token".repeat(i + 1) + "\",\"meta_info\":{\"id\":\"1\","
                                + "\"finish_reason\":null,\"prompt_tokens\":3,\"completion_tokens\":" + (i + 1)
                                + ",\"cached_tokens\":0}}\n\n",
                        "data: [DONE]\n\n"));
        all.put(
                "llamacpp-completion",
                sse(
                        i -> "data: {\"index\":0,\"content\":\" token\",\"tokens\":[5],\"stop\":false,\"id_slot\":-1,"
                                + "\"tokens_predicted\":" + (i + 1) + ",\"tokens_evaluated\":3}\n\n",
                        "data: {\"index\":0,\"content\":\"\",\"stop\":true,\"stop_type\":\"limit\"}\n\n"));
        all.put(
                "ollama-generate",
                lines(
                        "application/x-ndjson",
                        i -> "{\"model\":\"m\",\"created_at\":\"2026-01-01T00:00:00.000000001Z\","
                                + "\"response\":\" token\",\"done\":false}\n",
                        "{\"model\":\"m\",\"response\":\"\",\"done\":true,\"done_reason\":\"length\"}\n"));
        all.put(
                "ollama-chat",
                lines(
                        "application/x-ndjson",
                        i -> "{\"model\":\"m\",\"created_at\":\"2026-01-01T00:00:00.000000001Z\",\"message\":"
                                + "{\"role\":\"assistant\",\"content\":\" token\"},\"done\":false}\n",
                        "{\"model\":\"m\",\"message\":{\"content\":\"\"},\"done\":true,\"done_reason\":\"length\"}\n"));
        all.put(
                "lmdeploy-interactive",
                lines(
                        SSE,
                        i -> "{\"text\":\" token\",\"tokens\":" + (i + 1)
                                + ",\"input_tokens\":3,\"history_tokens\":0,\"finish_reason\":null}\n",
                        "{\"text\":\"\",\"tokens\":1,\"input_tokens\":3,\"finish_reason\":\"length\"}\n"));
        all.put(
                "triton-generate",
                sse(
                        i -> "data: {\"model_name\":\"m\",\"model_version\":\"1\",\"text_output\":\" token\","
                                + "\"sequence_end\":false,\"sequence_id\":0,\"sequence_start\":false}\n\n",
                        ""));
        all.put(
                "anthropic-messages",
                sse(
                        i -> "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,"
                                + "\"delta\":{\"type\":\"text_delta\",\"text\":\" token\"}}\n\n",
                        "event: message_delta\ndata: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":"
                                + "\"max_tokens\"},\"usage\":{\"output_tokens\":8}}\n\n"
                                + "event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n"));
        all.put(
                "gemini",
                sse(
                        i ->
                                "data: {\"candidates\":[{\"content\":{\"parts\":[{\"text\":\" token\"}],\"role\":\"model\"},"
                                        + "\"index\":0}],\"usageMetadata\":{\"promptTokenCount\":3,\"candidatesTokenCount\":"
                                        + (i + 1) + ",\"totalTokenCount\":" + (i + 4)
                                        + "},\"modelVersion\":\"m\"}\r\n\r\n",
                        "data: {\"candidates\":[{\"finishReason\":\"MAX_TOKENS\",\"index\":0}]}\r\n\r\n"));
        all.put(
                "sagemaker",
                new ServedStream(
                        "application/vnd.amazon.eventstream",
                        i -> part(token(i, "log_prob") + "\n"),
                        part(lastToken() + "\n")));
        return all;
    }

    private static String chat(String text) {
        return "data: {\"id\":\"chatcmpl-1\",\"object\":\"chat.completion.chunk\",\"created\":1760000000,"
                + "\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"" + text
                + "\"},\"logprobs\":null,\"finish_reason\":null}]}\n\n";
    }

    private static String token(int number, String logprob) {
        return "{\"index\":" + (number + 1) + ",\"token\":{\"id\":" + (number + 5) + ",\"text\":\" token\",\"" + logprob
                + "\":-0.25,\"special\":false},\"generated_text\":null,\"details\":null}";
    }

    private static String lastToken() {
        return "{\"token\":{\"id\":2,\"text\":\"</s>\",\"logprob\":-0.1,\"special\":true},\"generated_text\":\"all\","
                + "\"details\":{\"finish_reason\":\"length\",\"generated_tokens\":9}}";
    }

    private static ServedStream sse(IntFunction<String> event, String last) {
        return lines(SSE, event, last);
    }

    private static ServedStream lines(String contentType, IntFunction<String> event, String last) {
        return new ServedStream(contentType, i -> utf8(event.apply(i)), utf8(last));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** A message of the event stream that carries a part of the payload. */
    private static byte[] part(String payload) {
        byte[] body = utf8(payload);
        byte[] headers = utf8(header(":message-type", "event") + header(":event-type", "PayloadPart"));
        int length = 16 + headers.length + body.length;
        ByteBuffer message = ByteBuffer.allocate(length).putInt(length).putInt(headers.length);
        message.putInt(sum(message)).put(headers).put(body);
        return message.putInt(sum(message)).array();
    }

    private static String header(String name, String value) {
        return (char) name.length() + name + (char) STRING + "\0" + (char) value.length() + value;
    }

    private static int sum(ByteBuffer message) {
        CRC32 crc = new CRC32();
        crc.update(message.duplicate().flip());
        return (int) crc.getValue();
    }

    /** Returns the first events, made beforehand. */
    List<byte[]> events(int count) {
        List<byte[]> events = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            events.add(event.apply(i));
        }
        return events;
    }
}
