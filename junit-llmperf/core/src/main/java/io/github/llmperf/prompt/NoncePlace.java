package io.github.llmperf.prompt;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The place of a nonce in a prompt, found once for a set, so that a request only joins three strings. */
final class NoncePlace {

    private NoncePlace() {}

    /** Returns the position in the text, or in the JSON of the messages. */
    static int in(Prompt prompt) {
        String messages = prompt.messages();
        return messages == null ? 0 : inMessages(messages);
    }

    /**
     * Returns the position just after the opening quote of the first text of the first user message that has one; where
     * no user message has text, of the first message that has.
     *
     * @return −1 when no message has text
     */
    static int inMessages(String json) {
        try {
            JsonNode messages = ExactJson.MAPPER.readTree(json);
            JsonPointer text = firstText(messages, true);
            if (text == null) {
                text = firstText(messages, false);
            }
            return text == null ? -1 : offset(json, text);
        } catch (IOException e) {
            throw new IllegalArgumentException("messages of a prompt must be JSON, but are " + json, e);
        }
    }

    private static @Nullable JsonPointer firstText(JsonNode messages, boolean ofUser) {
        for (int i = 0; i < messages.size(); i++) {
            JsonNode message = messages.get(i);
            if (ofUser && !message.path("role").asText().equals("user")) {
                continue;
            }
            JsonPointer content = JsonPointer.empty().appendIndex(i).appendProperty("content");
            JsonNode value = message.path("content");
            if (hasText(value)) {
                return content;
            }
            for (int part = 0; part < value.size(); part++) {
                if (hasText(value.path(part).path("text"))) {
                    return content.appendIndex(part).appendProperty("text");
                }
            }
        }
        return null;
    }

    private static boolean hasText(JsonNode value) {
        return value.isTextual() && !value.textValue().isEmpty();
    }

    private static int offset(String json, JsonPointer text) throws IOException {
        try (JsonParser parser = ExactJson.MAPPER.createParser(json)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token == JsonToken.VALUE_STRING
                        && parser.getParsingContext().pathAsPointer().equals(text)) {
                    return Math.toIntExact(parser.currentTokenLocation().getCharOffset()) + 1;
                }
            }
        }
        throw new IllegalStateException("the text at " + text + " was there a moment ago");
    }
}
