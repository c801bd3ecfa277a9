package io.github.llmperf.protocol.openai;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.llmperf.plan.RefusedSetting;
import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.prompt.Prompt;
import io.github.llmperf.protocol.RequestWriter;
import io.github.llmperf.protocol.kit.Json;
import io.github.llmperf.protocol.kit.JsonRequests;
import io.github.llmperf.protocol.kit.PromptJson;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes bodies for OpenAI's routes. The length is limited by {@code max_tokens}, which every server but OpenAI's own
 * newer models understands, while {@code max_completion_tokens} is ignored by Ollama and older llama.cpp and unknown to
 * TensorRT-LLM, which refuses unknown fields; {@link OpenAiServer} tells them apart. Whoever needs the other name behind a
 * gateway says so in extraBody: {@code {"max_tokens": null, "max_completion_tokens": 256}}.
 *
 * <p>{@code forceLength} sends {@code ignore_eos}, which vLLM, SGLang, TensorRT-LLM, LMDeploy and llama.cpp follow, and
 * {@code min_tokens}, which vLLM and TensorRT-LLM follow; TGI and Ollama have no such fields. A {@code null} in extraBody
 * takes any field out again.
 */
final class OpenAiWriter {

    private static final List<String> OURS = List.of("stream", "messages", "prompt");

    private OpenAiWriter() {}

    static RequestWriter of(OpenAiRoute route, Target target, Workload workload) {
        OpenAiServer server = OpenAiServer.at(target);
        route.check(target);
        if (server == OpenAiServer.OPENAI && target.model() == null) {
            throw new RefusedSetting(
                    "model",
                    "must be set with api \"" + route.dialect()
                            + "\" at OpenAI, which has no default one, but is not; set it, as in model = \"gpt-4o-mini\"");
        }
        ObjectNode body = shared(route, target.model(), server.lengthField(route), workload);
        return requests(route, route.of(target), server.headers(target, workload), body, workload);
    }

    static RequestWriter chats(URI url, Map<String, String> headers, Workload workload) {
        OpenAiRoute route = OpenAiRoute.CHAT;
        ObjectNode body = shared(route, null, OpenAiServer.ENGINE.lengthField(route), workload);
        return requests(route, url, headers, body, workload);
    }

    private static RequestWriter requests(
            OpenAiRoute route, URI url, Map<String, String> headers, ObjectNode shared, Workload workload) {
        return new JsonRequests(
                url, headers, shared, workload, OURS, (body, prompt) -> ask(body, prompt, route, workload));
    }

    private static void ask(ObjectNode body, Prompt prompt, OpenAiRoute route, Workload workload) {
        if (route == OpenAiRoute.CHAT) {
            body.set("messages", PromptJson.messages(prompt, workload));
        } else {
            body.put("prompt", PromptJson.text(prompt, workload, route.dialect()));
        }
    }

    private static ObjectNode shared(OpenAiRoute route, @Nullable String model, String lengthField, Workload workload) {
        ObjectNode body = Json.newObject();
        if (model != null) {
            body.put("model", model);
        }
        body.putNull(route == OpenAiRoute.CHAT ? "messages" : "prompt");
        body.put(lengthField, workload.maxNewTokens());
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
}
