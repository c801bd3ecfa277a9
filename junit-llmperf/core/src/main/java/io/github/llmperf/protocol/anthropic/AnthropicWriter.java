package io.github.llmperf.protocol.anthropic;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.llmperf.plan.RefusedSetting;
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
import java.util.Locale;
import java.util.Map;

/** Writes bodies of the messages API, which refuses fields it does not know. */
final class AnthropicWriter {

    /** The only version there is; the API refuses requests without one. */
    private static final String VERSION = "2023-06-01";

    private static final List<String> OURS = List.of("stream", "messages");

    private AnthropicWriter() {}

    static RequestWriter of(URI route, Target target, Workload workload) {
        return new JsonRequests(
                route,
                headers(target, workload),
                shared(target, workload),
                workload,
                OURS,
                (body, prompt) -> ask(body, prompt, workload));
    }

    private static void ask(ObjectNode body, Prompt prompt, Workload workload) {
        Conversation conversation = Conversation.of(prompt, workload);
        ArrayNode messages = body.putArray("messages");
        conversation.turns().forEach(messages::add);
        if (!conversation.system().isEmpty()) {
            body.put("system", conversation.system());
        }
    }

    private static ObjectNode shared(Target target, Workload workload) {
        ObjectNode body = Json.newObject();
        if (target.model() == null
                && target.url().getHost().toLowerCase(Locale.ROOT).endsWith("anthropic.com")) {
            throw new RefusedSetting(
                    "model",
                    "must be set with api \"" + AnthropicDialect.NAME
                            + "\" at Anthropic, which has no default one, but is not; set it, as in model = \"claude-sonnet-4-5\"");
        }
        if (target.model() != null) {
            body.put("model", target.model());
        }
        body.put("max_tokens", workload.maxNewTokens());
        body.putNull("messages");
        body.put("temperature", workload.temperature());
        body.put("stream", workload.stream());
        return body;
    }

    private static Map<String, String> headers(Target target, Workload workload) {
        Map<String, String> headers = RequestHeaders.ofJson(target, workload.stream());
        RequestHeaders.keyIn("x-api-key", target, headers);
        headers.putIfAbsent("anthropic-version", VERSION);
        return headers;
    }
}
