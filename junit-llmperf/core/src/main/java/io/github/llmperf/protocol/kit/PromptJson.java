package io.github.llmperf.protocol.kit;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.github.llmperf.plan.RefusedSetting;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.prompt.Prompt;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.Nullable;

/**
 * A prompt as requests carry it: one text, or messages.
 *
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public final class PromptJson {

    private PromptJson() {}

    /**
     * Returns the system prompt and the prompt as messages in OpenAI's form; messages of the prompt pass verbatim.
     *
     * @param prompt what is asked
     * @param workload holds the system prompt
     * @return a new array
     * @throws IllegalArgumentException if the prompt's messages are no JSON array
     */
    public static ArrayNode messages(Prompt prompt, Workload workload) {
        ArrayNode messages = Json.newObject().arrayNode();
        if (!workload.systemPrompt().isEmpty()) {
            messages.addObject().put("role", "system").put("content", workload.systemPrompt());
        }
        return messages.addAll(turns(prompt));
    }

    /**
     * Returns the prompt as messages in OpenAI's form, without the system prompt.
     *
     * @param prompt what is asked
     * @return a new array
     * @throws IllegalArgumentException if the prompt's messages are no JSON array
     */
    public static ArrayNode turns(Prompt prompt) {
        String given = prompt.messages();
        if (given == null) {
            ArrayNode turns = Json.newObject().arrayNode();
            turns.addObject().put("role", "user").put("content", prompt.text());
            return turns;
        }
        @Nullable ArrayNode array = Json.array(given);
        if (array == null) {
            throw new IllegalArgumentException("messages must be a JSON array, but are " + given);
        }
        return array;
    }

    /**
     * Returns the system prompt and the prompt as one text.
     *
     * @param prompt what is asked
     * @param workload holds the system prompt
     * @param api the dialect that needs a text, for the message
     * @return both, with a blank line between
     * @throws IllegalArgumentException if the prompt is messages
     */
    public static String text(Prompt prompt, Workload workload, String api) {
        requireText(prompt, api);
        String system = workload.systemPrompt();
        return system.isEmpty() ? prompt.text() : system + "\n\n" + prompt.text();
    }

    /**
     * Refuses messages.
     *
     * @param prompt what is asked
     * @param api the dialect that needs a text, for the message
     * @throws IllegalArgumentException if the prompt is messages
     */
    public static void requireText(Prompt prompt, String api) {
        if (prompt.messages() != null) {
            throw new RefusedSetting(
                    "prompt",
                    "must be plain text with api \"" + api
                            + "\", but has messages; use api \"openai-chat\" or a set of texts");
        }
    }
}
