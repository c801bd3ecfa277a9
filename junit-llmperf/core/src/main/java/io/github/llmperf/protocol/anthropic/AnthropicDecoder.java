package io.github.llmperf.protocol.anthropic;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.llmperf.protocol.kit.AnswerBuilder;
import io.github.llmperf.protocol.kit.Decoder;
import io.github.llmperf.protocol.kit.Fields;
import io.github.llmperf.protocol.kit.Json;
import io.github.llmperf.protocol.kit.StreamForm;

/**
 * Understands the events of the messages API and its whole answers. Errors, in events of their own, are noted before.
 *
 * <p>{@code output_tokens} of {@code message_start} is a placeholder and not read: a stream that breaks before its
 * {@code message_delta} has no count, so that its events are counted instead.
 */
final class AnthropicDecoder implements Decoder {

    static final StreamForm FORM = StreamForm.endingWith("message_stop")
            .reading(Fields.of(
                    "model",
                    "delta",
                    "text",
                    "thinking",
                    "partial_json",
                    "content_block",
                    "content",
                    "name",
                    "stop_reason",
                    "usage",
                    "input_tokens",
                    "output_tokens",
                    "output_tokens_details",
                    "thinking_tokens",
                    "reasoning_tokens",
                    "cache_read_input_tokens",
                    "cache_creation_input_tokens"));

    private static final int NOT_SAID = -1;

    @Override
    public boolean decode(JsonNode value, AnswerBuilder answer) {
        switch (Json.text(value, "type")) {
            case "message_start" -> {
                answer.model(Json.text(value.path("message"), "model"));
                readPrompt(value.path("message").path("usage"), NOT_SAID, answer);
            }
            case "content_block_start" -> readBlock(value.path("content_block"), answer);
            case "content_block_delta" -> readDelta(value.path("delta"), answer);
            case "message_delta" -> {
                readUsage(value.path("usage"), answer);
                answer.finish(Json.text(value.path("delta"), "stop_reason"));
            }
            case "message_stop" -> answer.end();
            case "ping", "content_block_stop" -> {}
            default -> {
                return readWhole(value, answer);
            }
        }
        return true;
    }

    private static boolean readWhole(JsonNode message, AnswerBuilder answer) {
        answer.model(Json.text(message, "model"));
        JsonNode blocks = message.path("content");
        for (JsonNode block : blocks) {
            readBlock(block, answer);
        }
        readUsage(message.path("usage"), answer);
        answer.finish(Json.text(message, "stop_reason"));
        return blocks.isArray();
    }

    /** Blocks start empty in a stream, but need not. Thinking may be encrypted or left out: its tokens count all the same. */
    private static void readBlock(JsonNode block, AnswerBuilder answer) {
        switch (Json.text(block, "type")) {
            case "text" -> answer.text(Json.text(block, "text"));
            case "thinking" -> {
                answer.reasoningKept();
                answer.reasoning(Json.text(block, "thinking"));
            }
            case "redacted_thinking" -> answer.reasoningKept();
            case "tool_use", "server_tool_use", "mcp_tool_use" -> answer.toolCall();
            default -> {}
        }
    }

    /** Signatures and citations are no output. */
    private static void readDelta(JsonNode delta, AnswerBuilder answer) {
        switch (Json.text(delta, "type")) {
            case "text_delta" -> answer.text(Json.text(delta, "text"));
            case "thinking_delta" -> answer.reasoning(Json.text(delta, "thinking"));
            case "input_json_delta" -> {
                if (!Json.text(delta, "partial_json").isEmpty()) {
                    answer.toolCall();
                }
            }
            default -> {}
        }
    }

    private static void readUsage(JsonNode usage, AnswerBuilder answer) {
        readPrompt(usage, Json.count(usage, "output_tokens"), answer);
        JsonNode details = usage.path("output_tokens_details");
        answer.reasoningTokens(
                Math.max(Json.count(details, "thinking_tokens"), Json.count(details, "reasoning_tokens")));
    }

    /**
     * {@code input_tokens} leaves out what was read from or written to the cache; elsewhere, and in our metrics, prompt
     * tokens are the length of the prompt, so that all three are added up.
     */
    private static void readPrompt(JsonNode usage, int output, AnswerBuilder answer) {
        int input = Json.count(usage, "input_tokens");
        int cached = Json.count(usage, "cache_read_input_tokens");
        long prompt = (long) Math.max(0, input)
                + Math.max(0, cached)
                + Math.max(0, Json.count(usage, "cache_creation_input_tokens"));
        boolean known = input >= 0 && prompt <= Integer.MAX_VALUE;
        answer.usage(known ? (int) prompt : NOT_SAID, output, cached);
    }
}
