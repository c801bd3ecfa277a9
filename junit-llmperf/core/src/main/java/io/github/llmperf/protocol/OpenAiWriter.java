package io.github.llmperf.protocol;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.prompt.Prompt;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes bodies for OpenAI's routes. The length is limited by {@code max_tokens}, which every server but OpenAI's own
 * newer models understands, while {@code max_completion_tokens} is ignored by Ollama and older llama.cpp and unknown to
 * TensorRT-LLM, which refuses unknown fields. Whoever needs the newer name says so in extraBody:
 * {@code {"max_tokens": null, "max_completion_tokens": 256}}.
 *
 * <p>{@code forceLength} sends {@code ignore_eos}, which vLLM, SGLang, TensorRT-LLM, LMDeploy and llama.cpp follow, and
 * {@code min_tokens}, which vLLM and TensorRT-LLM follow; TGI and Ollama have no such fields. A {@code null} in extraBody
 * takes any field out again.
 */
final class OpenAiWriter implements RequestWriter {

    private static final List<String> OURS = List.of("stream", "messages", "prompt");

    private final OpenAiRoute route;
    private final URI url;
    private final Map<String, String> headers;
    private final String systemPrompt;
    private final ObjectNode template;

    OpenAiWriter(OpenAiRoute route, Target target, Workload workload) {
        this.route = route;
        this.url = route.of(target);
        this.headers = RequestHeaders.ofJson(target, workload.stream());
        this.systemPrompt = workload.systemPrompt();
        this.template = template(route, target, workload);
        ExtraBody.merge(template, workload.extraBody(), OURS);
    }

    @Override
    public WireRequest write(Prompt prompt) {
        ObjectNode body = Json.newObject().setAll(template);
        if (route == OpenAiRoute.CHAT) {
            body.set("messages", messages(prompt));
        } else {
            body.put("prompt", text(prompt));
        }
        return new WireRequest(url, headers, Json.write(body));
    }

    private static ObjectNode template(OpenAiRoute route, Target target, Workload workload) {
        ObjectNode body = Json.newObject();
        if (target.model() != null) {
            body.put("model", target.model());
        }
        body.putNull(route == OpenAiRoute.CHAT ? "messages" : "prompt");
        body.put("max_tokens", workload.maxNewTokens());
        body.put("temperature", workload.temperature());
        body.put("stream", workload.stream());
        if (workload.stream()) {
            body.putObject("stream_options").put("include_usage", true);
        }
        if (workload.forceLength()) {
            body.put("ignore_eos", true);
            body.put("min_tokens", workload.maxNewTokens());
        }
        return body;
    }

    private ArrayNode messages(Prompt prompt) {
        ArrayNode messages = Json.newObject().arrayNode();
        if (!systemPrompt.isEmpty()) {
            messages.addObject().put("role", "system").put("content", systemPrompt);
        }
        String given = prompt.messages();
        if (given == null) {
            messages.addObject().put("role", "user").put("content", prompt.text());
        } else {
            messages.addAll(array(given));
        }
        return messages;
    }

    private static ArrayNode array(String messages) {
        @Nullable ArrayNode array = Json.array(messages);
        if (array == null) {
            throw new IllegalArgumentException("messages must be a JSON array, but are " + messages);
        }
        return array;
    }

    private String text(Prompt prompt) {
        if (prompt.messages() != null) {
            throw new IllegalArgumentException("prompt must be plain text with api \"" + route.dialect()
                    + "\", but has messages; use api \"" + OpenAiRoute.CHAT.dialect() + "\" or a set of texts");
        }
        return systemPrompt.isEmpty() ? prompt.text() : systemPrompt + "\n\n" + prompt.text();
    }
}
