package io.github.llmperf.prompt;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.Nullable;

/**
 * The messages of a conversation so far. Immutable; the next prompt repeats all of them verbatim at its beginning, so
 * that a prefix cache recognises them.
 *
 * <p>A conversation may begin with messages of its own, system messages among them. Of messages that are asked later, those
 * before the first one of the user are left out, and so are system messages: chat templates take them in front only.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class ChatHistory {

    /** An empty history. */
    public static final ChatHistory NONE = new ChatHistory("", 0);

    private static final Set<String> SYSTEM = Set.of("system", "developer");

    private final String messages;
    private final int chars;

    private ChatHistory(String messages, int chars) {
        this.messages = messages;
        this.chars = chars;
    }

    /**
     * Returns the history after an answer.
     *
     * @param asked what {@link #ask} returned
     */
    public static ChatHistory after(Prompt asked, String answer) {
        String json = asked.messages() == null ? NONE.ask(asked).messages() : asked.messages();
        return new ChatHistory(
                inside(String.valueOf(json)) + "," + message("assistant", answer),
                asked.chars() + answer.codePointCount(0, answer.length()));
    }

    /**
     * Returns the prompt of the next turn.
     *
     * @return all that was said and the next prompt, as messages in OpenAI's form
     * @throws IllegalArgumentException if the prompt's messages are no JSON array
     */
    public Prompt ask(Prompt next) {
        String own = next.messages();
        if (own == null) {
            return followedBy(message("user", next.text()), next.chars()).withAnswerLength(next.answerLength());
        }
        return messages.isEmpty() ? next : followedBy(turnsOf(own)).withAnswerLength(next.answerLength());
    }

    private Prompt followedBy(Iterable<JsonNode> turns) {
        StringBuilder added = new StringBuilder();
        int addedChars = 0;
        for (JsonNode turn : turns) {
            added.append(added.length() == 0 ? "" : ",").append(turn);
            addedChars += VerbatimMessages.chars(turn.path("content"));
        }
        return followedBy(added.toString(), addedChars);
    }

    private Prompt followedBy(String added, int addedChars) {
        return new Prompt("", "[" + messages + (messages.isEmpty() ? "" : ",") + added + "]", chars + addedChars);
    }

    private static Iterable<JsonNode> turnsOf(String json) {
        JsonNode all = parse(json);
        List<JsonNode> turns = new ArrayList<>();
        for (JsonNode message : all) {
            String role = message.path("role").asText();
            if (role.equals("user") || (!turns.isEmpty() && !SYSTEM.contains(role))) {
                turns.add(message);
            }
        }
        return turns.isEmpty() ? all : turns;
    }

    private static JsonNode parse(String json) {
        try {
            JsonNode all = ExactJson.MAPPER.readTree(json);
            if (all.isArray()) {
                return all;
            }
        } catch (IOException e) {
            throw noArray(json, e);
        }
        throw noArray(json, null);
    }

    private static IllegalArgumentException noArray(String json, @Nullable IOException cause) {
        return new IllegalArgumentException("messages of a prompt must be a JSON array, but are " + json, cause);
    }

    private static String inside(String array) {
        String json = array.strip();
        if (!json.startsWith("[") || !json.endsWith("]")) {
            throw noArray(json, null);
        }
        return json.substring(1, json.length() - 1);
    }

    private static String message(String role, String content) {
        return ExactJson.MAPPER
                .createObjectNode()
                .put("role", role)
                .put("content", content)
                .toString();
    }
}
