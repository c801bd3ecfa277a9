package io.github.llmperf.protocol.gemini;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.prompt.Prompt;
import io.github.llmperf.protocol.RequestWriter;
import io.github.llmperf.protocol.kit.Conversation;
import io.github.llmperf.protocol.kit.Json;
import io.github.llmperf.protocol.kit.JsonRequests;
import io.github.llmperf.protocol.kit.RequestHeaders;
import java.net.URI;
import java.util.List;
import java.util.Map;

/** Writes bodies of Gemini, which refuses fields it does not know; messages in OpenAI's form are turned into its own. */
final class GeminiWriter {

    private static final List<String> OURS = List.of("stream", "contents");
    private static final List<String> KNOWN = List.of("role", "content");

    private GeminiWriter() {}

    static RequestWriter of(URI route, Target target, Workload workload) {
        Map<String, String> headers = RequestHeaders.ofJson(target, workload.stream());
        RequestHeaders.keyIn("x-goog-api-key", target, headers);
        return new JsonRequests(
                route, headers, shared(workload), workload, OURS, (body, prompt) -> ask(body, prompt, workload));
    }

    private static ObjectNode shared(Workload workload) {
        ObjectNode body = Json.newObject();
        body.putNull("contents");
        body.putObject("generationConfig")
                .put("maxOutputTokens", workload.maxNewTokens())
                .put("temperature", workload.temperature());
        return body;
    }

    private static void ask(ObjectNode body, Prompt prompt, Workload workload) {
        Conversation conversation = Conversation.of(prompt, workload);
        ArrayNode contents = body.putArray("contents");
        for (ObjectNode turn : conversation.turns()) {
            ObjectNode content = contents.addObject().put("role", role(turn));
            addParts(content, texts(turn));
        }
        if (!conversation.system().isEmpty()) {
            addParts(body.putObject("systemInstruction"), List.of(conversation.system()));
        }
    }

    private static void addParts(ObjectNode content, List<String> texts) {
        ArrayNode parts = content.putArray("parts");
        texts.forEach(text -> parts.addObject().put("text", text));
    }

    private static String role(ObjectNode turn) {
        return switch (Json.text(turn, "role")) {
            case "user" -> "user";
            case "assistant" -> "model";
            default -> throw cannotSay(turn);
        };
    }

    private static List<String> texts(ObjectNode turn) {
        List<String> texts = Conversation.texts(turn);
        boolean more = turn.properties().stream()
                .anyMatch(field ->
                        !KNOWN.contains(field.getKey()) && !field.getValue().isNull());
        if (texts == null || more) {
            throw cannotSay(turn);
        }
        return texts;
    }

    private static IllegalArgumentException cannotSay(ObjectNode turn) {
        return new IllegalArgumentException("messages must have a role of system, user or assistant and text as their"
                + " only content with api \"" + GeminiDialect.NAME + "\", but one is " + Json.write(turn)
                + "; use messages of text, or an endpoint with api \"openai-chat\"");
    }
}
