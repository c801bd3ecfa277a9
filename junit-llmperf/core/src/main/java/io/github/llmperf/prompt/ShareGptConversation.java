package io.github.llmperf.prompt;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A conversation as the published ShareGPT data have it: {@code [{"from": "human", "value": "…"}, …]}.
 *
 * <p>The first turn of the human is the prompt; later ones follow it where users keep conversations. The published files were cut into pieces, so that many conversations
 * begin with an answer, some with a system text, and some are empty: turns before the first human one and human turns
 * with nothing in them are passed over, and a conversation without a human turn is left out and counted. What does not
 * have this shape at all is an error.
 *
 * <p>The length of the answer that was recorded next is estimated, for loads that force lengths.
 *
 * @param entry where the conversation stands
 */
record ShareGptConversation(JsonEntry entry) {

    private static final Set<String> HUMAN = Set.of("human", "user");
    private static final Set<String> NO_ANSWER = Set.of("human", "user", "system");

    /** One message: the speaker and the text. */
    private record Turn(String from, String value) {

        boolean isHuman() {
            return HUMAN.contains(from) && !value.isBlank();
        }
    }

    /**
     * Returns the first thing the human says, with all that follows it.
     *
     * @return empty when no human speaks
     * @throws IllegalArgumentException if the conversation has another shape
     */
    Optional<Prompt> prompt(JsonNode conversation) {
        List<Turn> turns = turns(conversation);
        List<Prompt> human = IntStream.range(0, turns.size())
                .filter(turn -> turns.get(turn).isHuman())
                .mapToObj(turn -> prompt(turns, turn))
                .toList();
        return human.stream().findFirst().map(first -> first.first(human));
    }

    private static Prompt prompt(List<Turn> turns, int human) {
        Prompt prompt = Prompt.of(turns.get(human).value());
        return prompt.withAnswerLength(turns.stream()
                .skip(human + 1L)
                .findFirst()
                .filter(next ->
                        !NO_ANSWER.contains(next.from()) && !next.value().isEmpty())
                .map(answer -> new AnswerLength((int) TokenEstimate.of(answer.value()), true)));
    }

    private List<Turn> turns(JsonNode conversation) {
        if (!conversation.isArray()) {
            throw entry.error("must have an array as \"conversations\", but has " + JsonEntry.described(conversation));
        }
        List<Turn> turns = new ArrayList<>();
        for (int i = 0; i < conversation.size(); i++) {
            JsonNode turn = conversation.get(i);
            turns.add(new Turn(string(turn, i, "from"), string(turn, i, "value")));
        }
        return turns;
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
