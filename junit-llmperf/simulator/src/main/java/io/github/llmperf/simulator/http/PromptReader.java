package io.github.llmperf.simulator.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.llmperf.simulator.text.PromptText;

/**
 * Finds the prompt in a request's body.
 *
 * @param text what the answer is drawn from
 * @param whole all that is read, from the first message on
 * @param tokens tokens of all there is, at least 1 as a model always gets a token to begin with
 */
record PromptReader(PromptText text, String whole, int tokens) {

    /** What a chat template puts around each message. */
    private static final int TOKENS_PER_MESSAGE = 4;

    static PromptReader ofChat(JsonFields body) throws Refusal {
        JsonNode messages = body.get("messages");
        if (messages == null) {
            throw Refusal.badRequest("messages", "messages must be present on /v1/chat/completions");
        }
        if (!messages.isArray() || messages.isEmpty()) {
            throw body.wrong("messages", "an array of at least one message", messages);
        }
        int tokens = 0;
        String last = "";
        StringBuilder whole = new StringBuilder();
        for (int i = 0; i < messages.size(); i++) {
            last = messageText(messages.get(i), "messages[" + i + "]");
            tokens += PromptText.tokensOf(last) + TOKENS_PER_MESSAGE;
            whole.append(messages.get(i).path("role").textValue())
                    .append('\n')
                    .append(last)
                    .append('\n');
        }
        return new PromptReader(new PromptText(last), whole.toString(), tokens);
    }

    private static String messageText(JsonNode message, String where) throws Refusal {
        if (!message.path("role").isTextual()) {
            throw Refusal.badRequest(where, where + " must be an object with a role");
        }
        JsonNode content = message.path("content");
        if (content.isTextual()) {
            return content.textValue();
        }
        if (content.isArray()) {
            return partsText(content, where);
        }
        if ((content.isNull() || content.isMissingNode())
                && message.path("role").textValue().equals("assistant")) {
            // A turn that only called tools.
            return "";
        }
        throw Refusal.badRequest(
                where, where + ".content must be a string or an array of parts, but is " + JsonFields.kind(content));
    }

    private static String partsText(JsonNode parts, String where) throws Refusal {
        StringBuilder text = new StringBuilder();
        for (JsonNode part : parts) {
            if (!part.path("type").asText().equals("text") || !part.path("text").isTextual()) {
                throw Refusal.badRequest(
                        where,
                        where + ".content must hold parts of type text only; this model reads" + " nothing else");
            }
            text.append(part.path("text").textValue());
        }
        return text.toString();
    }

    static PromptReader ofCompletion(JsonFields body) throws Refusal {
        JsonNode prompt = body.get("prompt");
        if (prompt == null) {
            throw Refusal.badRequest("prompt", "prompt must be present");
        }
        if (prompt.isArray() && !prompt.isEmpty() && allIntegers(prompt)) {
            return new PromptReader(new PromptText(prompt.toString()), prompt.toString(), prompt.size());
        }
        JsonNode text = prompt.isArray() && prompt.size() == 1 ? prompt.get(0) : prompt;
        if (!text.isTextual()) {
            throw body.wrong("prompt", "one string, or an array of token ids", prompt);
        }
        String whole = text.textValue();
        return new PromptReader(new PromptText(whole), whole, Math.max(1, PromptText.tokensOf(whole)));
    }

    static PromptReader ofInputs(JsonFields body) throws Refusal {
        String inputs = body.string("inputs");
        if (inputs == null) {
            throw Refusal.badRequest("inputs", "inputs must be present");
        }
        return new PromptReader(new PromptText(inputs), inputs, Math.max(1, PromptText.tokensOf(inputs)));
    }

    /** Returns this prompt, of which only some tokens are read. */
    PromptReader upTo(int most) {
        return new PromptReader(text, whole, Math.min(tokens, most));
    }

    private static boolean allIntegers(JsonNode array) {
        for (JsonNode item : array) {
            if (!item.isIntegralNumber()) {
                return false;
            }
        }
        return true;
    }
}
