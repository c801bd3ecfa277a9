package io.github.llmperf.protocol.openai;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.llmperf.protocol.kit.AnswerBuilder;
import io.github.llmperf.protocol.kit.Json;

/** What one choice of an event adds to the answer. */
final class OpenAiDelta {

    private OpenAiDelta() {}

    /** Returns whether a choice has a text with nothing in it, and is not there to name a role. */
    static boolean isEmpty(JsonNode choice) {
        JsonNode delta = choice.path("delta");
        JsonNode content = choice.has("text") ? choice.path("text") : delta.path("content");
        return !delta.has("role") && content.isTextual() && content.textValue().isEmpty();
    }

    /** The first chunk of most servers, which they send before the first token or along with it. */
    static boolean namesOnlyARole(JsonNode choice) {
        JsonNode delta = choice.path("delta");
        return delta.has("role")
                && delta.path("content").asText("").isEmpty()
                && delta.path("content").isEmpty()
                && Json.text(delta, "reasoning").isEmpty()
                && Json.text(delta, "reasoning_content").isEmpty()
                && delta.path("tool_calls").isEmpty();
    }

    /** Reads {@code delta}, {@code message} or {@code text}, whichever a choice has. */
    static void read(int index, JsonNode choice, AnswerBuilder answer) {
        answer.text(index, Json.text(choice, "text"));
        JsonNode delta = choice.path("delta");
        JsonNode content = delta.isObject() ? delta : choice.path("message");
        readContent(index, content.path("content"), answer);
        answer.text(index, Json.text(content, "refusal"));
        String thought = Json.text(content, "reasoning");
        answer.reasoning(index, thought.isEmpty() ? Json.text(content, "reasoning_content") : thought);
        for (JsonNode call : content.path("tool_calls")) {
            readCall(call.path("function"), answer);
        }
        readCall(content.path("function_call"), answer);
    }

    /** Text, or parts of text and thinking as some gateways send them. */
    private static void readContent(int index, JsonNode content, AnswerBuilder answer) {
        if (content.isTextual()) {
            answer.text(index, content.textValue());
        } else if (content.isArray()) {
            for (JsonNode part : content) {
                answer.text(index, Json.text(part, "text"));
                readThinking(index, part.path("thinking"), answer);
            }
        }
    }

    private static void readThinking(int index, JsonNode thinking, AnswerBuilder answer) {
        answer.reasoning(index, thinking.asText(""));
        for (JsonNode part : thinking) {
            answer.reasoning(index, Json.text(part, "text"));
        }
    }

    private static void readCall(JsonNode function, AnswerBuilder answer) {
        if (!Json.text(function, "name").isEmpty()
                || !Json.text(function, "arguments").isEmpty()) {
            answer.toolCall();
        }
    }
}
