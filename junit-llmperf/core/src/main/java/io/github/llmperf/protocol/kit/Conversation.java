package io.github.llmperf.protocol.kit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.prompt.Prompt;
import java.util.ArrayList;
import java.util.List;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.Nullable;

/**
 * A prompt for APIs that take the system prompt apart from the turns.
 *
 * @param system the workload's system prompt and all system messages of the prompt, with a blank line between; empty for
 *     none
 * @param turns the other messages in OpenAI's form, verbatim
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public record Conversation(String system, List<ObjectNode> turns) {

    /**
     * Copies the list.
     */
    public Conversation {
        turns = List.copyOf(turns);
    }

    /**
     * Takes a prompt apart.
     *
     * @param prompt what is asked
     * @param workload holds the system prompt
     * @return both parts
     * @throws IllegalArgumentException if the prompt's messages are no JSON array of objects, or a system message is no
     *     text
     */
    public static Conversation of(Prompt prompt, Workload workload) {
        List<String> system = new ArrayList<>();
        if (!workload.systemPrompt().isEmpty()) {
            system.add(workload.systemPrompt());
        }
        List<ObjectNode> turns = new ArrayList<>();
        for (JsonNode message : PromptJson.turns(prompt)) {
            if (!(message instanceof ObjectNode turn)) {
                throw new IllegalArgumentException("messages must be JSON objects, but one is " + Json.write(message));
            }
            String role = Json.text(turn, "role");
            if (role.equals("system") || role.equals("developer")) {
                system.add(systemText(turn));
            } else {
                turns.add(turn);
            }
        }
        return new Conversation(String.join("\n\n", system), turns);
    }

    /**
     * Returns the texts of a message's content: one, or those of its text parts.
     *
     * @param message in OpenAI's form
     * @return the texts; null when the content holds anything else
     */
    public static @Nullable List<String> texts(JsonNode message) {
        JsonNode content = message.path("content");
        if (content.isTextual()) {
            return List.of(content.textValue());
        }
        List<String> texts = new ArrayList<>();
        for (JsonNode part : content) {
            if (!Json.text(part, "type").equals("text") || !part.path("text").isTextual()) {
                return null;
            }
            texts.add(part.path("text").textValue());
        }
        return texts.isEmpty() ? null : texts;
    }

    private static String systemText(ObjectNode message) {
        List<String> texts = texts(message);
        if (texts == null) {
            throw new IllegalArgumentException(
                    "content of system messages must be text with this api, but is " + Json.write(message));
        }
        return String.join("\n\n", texts);
    }
}
