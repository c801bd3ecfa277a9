package io.github.llmperf.prompt;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import java.util.Set;

/**
 * A conversation as the published ShareGPT data have it: {@code [{"from": "human", "value": "…"}, …]}.
 *
 * <p>The first turn of the human is the prompt. The published files were cut into pieces, so that many conversations
 * begin with an answer, some with a system text, and some are empty: turns before the first human one and human turns
 * with nothing in them are passed over, and a conversation without a human turn is left out and counted. What does not
 * have this shape at all is an error.
 *
 * @param entry where the conversation stands
 */
record ShareGptConversation(JsonEntry entry) {

    private static final Set<String> HUMAN = Set.of("human", "user");

    /**
     * Returns the first thing the human says.
     *
     * @return empty when no human speaks
     * @throws IllegalArgumentException if the conversation has another shape
     */
    Optional<Prompt> prompt(JsonNode conversation) {
        if (!conversation.isArray()) {
            throw entry.error("must have an array as \"conversations\", but has " + JsonEntry.described(conversation));
        }
        Optional<Prompt> first = Optional.empty();
        for (int i = 0; i < conversation.size(); i++) {
            JsonNode turn = conversation.get(i);
            String from = string(turn, i, "from");
            String value = string(turn, i, "value");
            if (first.isEmpty() && HUMAN.contains(from) && !value.isBlank()) {
                first = Optional.of(Prompt.of(value));
            }
        }
        return first;
    }

    private String string(JsonNode turn, int index, String key) {
        JsonNode value = turn.get(key);
        if (value == null || !value.isTextual()) {
            String found = value != null
                    ? JsonEntry.described(value)
                    : turn.isObject() ? "nothing of that name" : JsonEntry.described(turn);
            throw entry.error("must have a string \"" + key + "\" in turn [" + index + "], but there is " + found);
        }
        return value.textValue();
    }
}
