package io.github.llmperf.protocol.openai;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.prompt.Prompt;
import io.github.llmperf.protocol.RequestWriter;
import io.github.llmperf.protocol.kit.Json;
import io.github.llmperf.protocol.kit.JsonRequests;
import io.github.llmperf.protocol.kit.PromptJson;
import java.util.List;

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
        return new JsonRequests(
                route.of(target),
                OpenAiServer.at(target).headers(target, workload),
                shared(route, target, workload),
                workload,
                OURS,
                (body, prompt) -> ask(body, prompt, route, workload));
    }

    private static void ask(ObjectNode body, Prompt prompt, OpenAiRoute route, Workload workload) {
        if (route == OpenAiRoute.CHAT) {
            body.set("messages", PromptJson.messages(prompt, workload));
        } else {
            body.put("prompt", PromptJson.text(prompt, workload, route.dialect()));
        }
    }

    private static ObjectNode shared(OpenAiRoute route, Target target, Workload workload) {
        ObjectNode body = Json.newObject();
        if (target.model() != null) {
            body.put("model", target.model());
        }
        body.putNull(route == OpenAiRoute.CHAT ? "messages" : "prompt");
        body.put(OpenAiServer.at(target).lengthField(route), workload.maxNewTokens());
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
