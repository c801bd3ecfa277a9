package io.github.llmperf.witness;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * How one kind of server writes a stream: with constant bytes, since what counts here is when they come.
 *
 * @param contentType of the answer
 * @param opening what stands before the first token; empty for nothing
 * @param event the bytes of a token's event, by its number from 0
 * @param closing what follows the last token, by the number of tokens; empty for nothing
 */
record StreamShape(String contentType, String opening, IntFunction<String> event, IntFunction<String> closing) {

    private static final String SSE = "text/event-stream";
    private static final String LINES = "application/x-ndjson";

    private static final StreamShape OPENAI_CHAT = new StreamShape(
            SSE,
            "data: {\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\"}}]}\n\n",
            i -> "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\" a\"},\"finish_reason\":null}]}\n\n",
            n -> "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n"
                    + "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":" + n + "}}\n\n"
                    + "data: [DONE]\n\n");

    private static final StreamShape TOKENS = lines(
            i -> "{\"token\":{\"id\":1,\"text\":\" a\",\"log_prob\":-0.5}}\n",
            n -> "{\"token\":{\"id\":2,\"text\":\"\",\"log_prob\":-0.5},\"generated_text\":\"a\",\"details\":"
                    + "{\"finish_reason\":\"length\",\"generated_tokens\":" + n + "}}\n");

    private static final Map<String, StreamShape> OF_DIALECTS = Map.ofEntries(
            Map.entry("openai-chat", OPENAI_CHAT),
            Map.entry("sagemaker-openai-chat", OPENAI_CHAT),
            Map.entry(
                    "openai-completions",
                    events(
                            i -> "data: {\"choices\":[{\"index\":0,\"text\":\" a\",\"finish_reason\":null}]}\n\n",
                            n -> "data: {\"choices\":[{\"index\":0,\"text\":\"\",\"finish_reason\":\"stop\"}]}\n\n"
                                    + "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":" + n
                                    + "}}\n\ndata: [DONE]\n\n")),
            Map.entry(
                    "tgi-generate",
                    events(
                            i -> "data:{\"index\":1,\"token\":{\"id\":1,\"text\":\" a\",\"logprob\":-0.5,"
                                    + "\"special\":false},\"generated_text\":null,\"details\":null}\n\n",
                            n -> "data:{\"index\":2,\"token\":{\"id\":2,\"text\":\"</s>\",\"logprob\":-0.5,"
                                    + "\"special\":true},\"generated_text\":\"a\",\"details\":{\"finish_reason\":"
                                    + "\"eos_token\",\"generated_tokens\":" + (n + 1) + "}}\n\n")),
            Map.entry(
                    "lightllm-generate",
                    events(
                            i -> "data:{\"token\":{\"id\":1,\"text\":\" a\",\"logprob\":-0.5,\"special\":false},"
                                    + "\"generated_text\":null,\"finished\":false,\"finish_reason\":null}\n\n",
                            n -> "data:{\"token\":{\"id\":2,\"text\":\"\",\"logprob\":-0.5,\"special\":true},"
                                    + "\"generated_text\":null,\"finished\":true,\"finish_reason\":\"stop\"}\n\n")),
            Map.entry("djl-invocations", TOKENS),
            Map.entry("sagemaker", TOKENS),
            Map.entry("vllm-generate", lines(i -> "{\"text\":[\"" + grown(i) + "\"]}\n", n -> "")),
            Map.entry(
                    "sglang-generate",
                    events(
                            i -> "data: {\"text\":\"" + grown(i) + "\",\"meta_info\":{\"finish_reason\":null,"
                                    + "\"prompt_tokens\":1,\"completion_tokens\":" + (i + 1) + "}}\n\n",
                            n -> "data: {\"text\":\"" + grown(n - 1) + "\",\"meta_info\":{\"finish_reason\":"
                                    + "{\"type\":\"length\",\"length\":" + n + "},\"prompt_tokens\":1,"
                                    + "\"completion_tokens\":" + n + "}}\n\ndata: [DONE]\n\n")),
            Map.entry(
                    "llamacpp-completion",
                    events(
                            i -> "data: {\"index\":0,\"content\":\" a\",\"tokens\":[5],\"stop\":false}\n\n",
                            n -> "data: {\"content\":\"\",\"stop\":true,\"stop_type\":\"limit\",\"tokens_predicted\":"
                                    + n + ",\"tokens_evaluated\":1}\n\n")),
            Map.entry(
                    "ollama-generate",
                    lines(
                            i -> "{\"model\":\"m\",\"response\":\" a\",\"done\":false}\n",
                            n -> "{\"model\":\"m\",\"response\":\"\",\"done\":true,\"done_reason\":\"stop\","
                                    + "\"prompt_eval_count\":1,\"eval_count\":" + n + "}\n")),
            Map.entry(
                    "ollama-chat",
                    lines(
                            i -> "{\"message\":{\"role\":\"assistant\",\"content\":\" a\"},\"done\":false}\n",
                            n -> "{\"message\":{\"role\":\"assistant\",\"content\":\"\"},\"done\":true,"
                                    + "\"done_reason\":\"stop\",\"prompt_eval_count\":1,\"eval_count\":" + n
                                    + "}\n")),
            Map.entry(
                    "lmdeploy-interactive",
                    lines(
                            i -> "{\"text\":\" a\",\"tokens\":" + (i + 1) + ",\"input_tokens\":1,"
                                    + "\"finish_reason\":null}\n",
                            n -> "{\"text\":\"\",\"tokens\":" + n + ",\"input_tokens\":1,"
                                    + "\"finish_reason\":\"stop\"}\n")),
            Map.entry(
                    "triton-generate",
                    events(
                            i -> "data: {\"model_name\":\"m\",\"text_output\":\" " + (char) ('a' + i % 26) + "\"}\n\n",
                            n -> "")),
            Map.entry(
                    "anthropic-messages",
                    new StreamShape(
                            SSE,
                            "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"usage\":"
                                    + "{\"input_tokens\":1,\"output_tokens\":1}}}\n\n",
                            i -> "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,"
                                    + "\"delta\":{\"type\":\"text_delta\",\"text\":\" a\"}}\n\n",
                            n -> "event: message_delta\ndata: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":"
                                    + "\"end_turn\"},\"usage\":{\"output_tokens\":" + n + "}}\n\n"
                                    + "event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n")),
            Map.entry(
                    "gemini",
                    events(
                            i -> "data: {\"candidates\":[{\"content\":{\"parts\":[{\"text\":\" a\"}],"
                                    + "\"role\":\"model\"},\"index\":0}]}\n\n",
                            n -> "data: {\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"\"}],\"role\":\"model\"},"
                                    + "\"index\":0,\"finishReason\":\"STOP\"}],\"usageMetadata\":{\"promptTokenCount\":"
                                    + "1,\"candidatesTokenCount\":" + n + "}}\n\n")));

    /** Returns whether the streams of a dialect are known here. */
    static boolean isKnown(String api) {
        return OF_DIALECTS.containsKey(api);
    }

    /** Returns how servers of a dialect write; OpenAI's way where that is not known. */
    static StreamShape of(String api) {
        return OF_DIALECTS.getOrDefault(api, OPENAI_CHAT);
    }

    /** Returns everything of an answer, event by event, each as a chunk of HTTP; the last one ends the body. */
    byte[][] chunks(int tokens) {
        byte[][] chunks = new byte[tokens][];
        String head = "HTTP/1.1 200 OK\r\nContent-Type: " + contentType + "\r\nTransfer-Encoding: chunked\r\n\r\n";
        for (int i = 0; i < tokens; i++) {
            String before = i == 0 ? head + chunk(opening) : "";
            String after = i == tokens - 1 ? chunk(closing.apply(tokens)) + "0\r\n\r\n" : "";
            chunks[i] = (before + chunk(event.apply(i)) + after).getBytes(StandardCharsets.US_ASCII);
        }
        return chunks;
    }

    private static String chunk(String content) {
        return content.isEmpty() ? "" : Integer.toHexString(content.length()) + "\r\n" + content + "\r\n";
    }

    private static StreamShape events(IntFunction<String> event, IntFunction<String> closing) {
        return new StreamShape(SSE, "", event, closing);
    }

    private static StreamShape lines(IntFunction<String> event, IntFunction<String> closing) {
        return new StreamShape(LINES, "", event, closing);
    }

    /** The text so far, of servers that repeat it in each event. */
    private static String grown(int last) {
        return " a".repeat(last + 1);
    }
}
