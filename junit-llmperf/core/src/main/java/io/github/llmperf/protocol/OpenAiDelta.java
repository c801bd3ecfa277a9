package io.github.llmperf.protocol;

import com.fasterxml.jackson.databind.JsonNode;

/** What one event adds to the answer, over all its choices. */
final class OpenAiDelta {

    private final AnswerDraft draft;
    private boolean visible;
    private boolean reasoning;
    private boolean tool;

    OpenAiDelta(AnswerDraft draft) {
        this.draft = draft;
    }

    /** Reads {@code delta}, {@code message} or {@code text}, whichever a choice has. */
    void read(int index, JsonNode choice) {
        addText(index, Json.text(choice, "text"));
        JsonNode delta = choice.path("delta");
        JsonNode content = delta.isObject() ? delta : choice.path("message");
        addContent(index, content.path("content"));
        addText(index, Json.text(content, "refusal"));
        String thought = Json.text(content, "reasoning");
        addReasoning(index, thought.isEmpty() ? Json.text(content, "reasoning_content") : thought);
        for (JsonNode call : content.path("tool_calls")) {
            tool |= hasCall(call.path("function"));
        }
        tool |= hasCall(content.path("function_call"));
    }

    StreamEvent count() {
        return draft.chunk(visible, reasoning, tool);
    }

    /** Text, or parts of text and thinking as some gateways send them. */
    private void addContent(int index, JsonNode content) {
        if (content.isTextual()) {
            addText(index, content.textValue());
        } else if (content.isArray()) {
            for (JsonNode part : content) {
                addText(index, Json.text(part, "text"));
                addThinking(index, part.path("thinking"));
            }
        }
    }

    private void addThinking(int index, JsonNode thinking) {
        addReasoning(index, thinking.asText(""));
        for (JsonNode part : thinking) {
            addReasoning(index, Json.text(part, "text"));
        }
    }

    private void addText(int index, String text) {
        if (!text.isEmpty()) {
            draft.text(index, text);
            visible = true;
        }
    }

    private void addReasoning(int index, String text) {
        if (!text.isEmpty()) {
            draft.reasoning(index, text);
            reasoning = true;
        }
    }

    private static boolean hasCall(JsonNode function) {
        return !Json.text(function, "name").isEmpty()
                || !Json.text(function, "arguments").isEmpty();
    }
}
