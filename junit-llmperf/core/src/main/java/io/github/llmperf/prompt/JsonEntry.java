package io.github.llmperf.prompt;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.llmperf.file.TextFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One JSON entry of a file: a string, or an object with one of {@code prompt}, {@code messages}, {@code body} (a line of
 * OpenAI's batch format) and {@code conversations} (ShareGPT). Beside it, or inside the body, may stand the most tokens of
 * the answer. Other keys are notes of whoever wrote the file: the model in a batch body is that of the plan, not of the
 * file.
 *
 * @param file where it stands
 * @param place which one it is, as messages name it
 */
record JsonEntry(TextFile file, String place) {

    private static final List<String> FORMS = List.of("prompt", "messages", "body", "conversations");
    private static final List<String> LENGTHS = List.of("maxNewTokens", "max_tokens", "max_completion_tokens");
    private static final String EXPECTED =
            "must be a JSON string or an object with \"prompt\", \"messages\", \"body\" or \"conversations\"";

    /**
     * Returns the prompt of the entry.
     *
     * @return empty for a conversation in which no human speaks
     * @throws IllegalArgumentException if the entry has none of the known forms
     */
    Optional<Prompt> prompt(JsonNode entry) {
        if (entry.isTextual()) {
            return Optional.of(text(entry));
        }
        if (!entry.isObject()) {
            throw error(EXPECTED + ", but is " + described(entry));
        }
        String form = form(entry);
        JsonNode value = entry.get(form);
        return switch (form) {
            case "prompt" -> Optional.of(limited(text(value), entry));
            case "messages" -> Optional.of(limited(new VerbatimMessages(this).prompt(value), entry));
            case "body" -> Optional.of(limited(body(value), value));
            default -> new ShareGptConversation(this).prompt(value).map(prompt -> limited(prompt, entry));
        };
    }

    /** Applies an explicit limit on tokens; without one a recorded length stays. */
    private Prompt limited(Prompt prompt, JsonNode object) {
        List<String> keys =
                LENGTHS.stream().filter(key -> object.hasNonNull(key)).toList();
        if (keys.size() > 1) {
            throw error("must have one of " + String.join(" and ", keys) + ", but has both; remove one");
        }
        return keys.isEmpty()
                ? prompt
                : prompt.withAnswerLength(Optional.of(length(keys.get(0), object.get(keys.get(0)))));
    }

    private AnswerLength length(String key, JsonNode value) {
        if (!value.isIntegralNumber() || !value.canConvertToInt() || value.intValue() < 1) {
            throw error("must have a whole number of 1 or more as \"" + key + "\", but has " + described(value)
                    + "; correct it, or remove it so that maxNewTokens rules");
        }
        return AnswerLength.atMost(value.intValue());
    }

    private String form(JsonNode entry) {
        List<String> forms = FORMS.stream().filter(entry::has).toList();
        if (forms.isEmpty()) {
            List<String> keys = new ArrayList<>();
            entry.fieldNames().forEachRemaining(keys::add);
            throw error(EXPECTED + ", but has " + (keys.isEmpty() ? "no key" : "only " + String.join(", ", keys)));
        }
        if (forms.size() > 1) {
            throw error("must have one of " + String.join(" and ", forms) + ", but has both; remove one");
        }
        return forms.get(0);
    }

    private Prompt body(JsonNode body) {
        if (body.has("messages")) {
            return new VerbatimMessages(this).prompt(body.get("messages"));
        }
        if (body.has("prompt")) {
            return text(body.get("prompt"));
        }
        throw error("must have \"messages\" or \"prompt\" in its \"body\", but has neither");
    }

    private Prompt text(JsonNode value) {
        if (!value.isTextual()) {
            throw error("must have a string as its prompt, but has " + described(value));
        }
        if (value.textValue().isBlank()) {
            throw error("must have a prompt that is not blank; write a text or remove the entry");
        }
        return Prompt.of(value.textValue());
    }

    /** What a value is, in words for a message. */
    static String described(JsonNode value) {
        return switch (value.getNodeType()) {
            case OBJECT -> "an object";
            case ARRAY -> "an array";
            case STRING -> "a string";
            case NUMBER -> "the number " + value.asText();
            case BOOLEAN -> value.asText();
            default -> "null";
        };
    }

    /** An error in this entry: file, place, sentence. */
    IllegalArgumentException error(String sentence) {
        return file.error(place + " " + sentence);
    }
}
