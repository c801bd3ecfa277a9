package io.github.llmperf.prompt;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Messages in OpenAI's form that are sent verbatim.
 *
 * @param entry where they stand
 */
record VerbatimMessages(JsonEntry entry) {

    /**
     * Returns the messages as a prompt.
     *
     * @throws IllegalArgumentException unless it is an array of messages with a role each and some text among them
     */
    Prompt prompt(JsonNode messages) {
        if (!messages.isArray() || messages.isEmpty()) {
            String found = messages.isArray() ? "an empty one" : JsonEntry.described(messages);
            throw entry.error("must have an array of messages as \"messages\", but has " + found);
        }
        int chars = 0;
        for (int i = 0; i < messages.size(); i++) {
            JsonNode role = messages.get(i).get("role");
            if (role == null || !role.isTextual()) {
                throw entry.error("must have a string \"role\" in message [" + i
                        + "], for example {\"role\": \"user\", \"content\": \"…\"}");
            }
            chars += chars(messages.get(i).path("content"));
        }
        String json = messages.toString();
        if (NoncePlace.inMessages(json) < 0) {
            throw entry.error("must have some text in the content of its messages, but has none");
        }
        return new Prompt("", json, chars);
    }

    /** Unicode code points of a message's content, a text or a list of parts. */
    static int chars(JsonNode content) {
        if (content.isTextual()) {
            String text = content.textValue();
            return text.codePointCount(0, text.length());
        }
        int chars = 0;
        for (JsonNode part : content) {
            chars += chars(part.path("text"));
        }
        return chars;
    }
}
