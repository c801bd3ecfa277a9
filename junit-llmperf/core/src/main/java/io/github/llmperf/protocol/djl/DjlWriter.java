package io.github.llmperf.protocol.djl;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.prompt.Prompt;
import io.github.llmperf.protocol.RequestWriter;
import io.github.llmperf.protocol.WireRequest;
import io.github.llmperf.protocol.kit.Json;
import io.github.llmperf.protocol.kit.JsonRequests;
import io.github.llmperf.protocol.kit.PromptJson;
import io.github.llmperf.protocol.tgi.GenerationParameters;
import java.net.URI;
import java.util.List;
import java.util.Map;

/**
 * Writes texts as {@code inputs} and messages as a chat. {@code details} is asked for, since counts come in no other way;
 * where parameters go straight to a model that does not know it, as with dynamic batches of 0.23, extraBody takes it out:
 * {@code {"parameters": {"details": null}}}.
 */
final class DjlWriter implements RequestWriter {

    private static final List<String> OURS = List.of("stream", "inputs", "messages");

    private final RequestWriter texts;
    private final RequestWriter chats;

    private DjlWriter(RequestWriter texts, RequestWriter chats) {
        this.texts = texts;
        this.chats = chats;
    }

    static RequestWriter of(URI url, Map<String, String> headers, Workload workload) {
        RequestWriter texts = new JsonRequests(
                url,
                headers,
                text(workload),
                workload,
                OURS,
                (body, prompt) -> body.put("inputs", PromptJson.text(prompt, workload, DjlDialect.NAME)));
        RequestWriter chats = new JsonRequests(
                url,
                headers,
                chat(workload),
                workload,
                OURS,
                (body, prompt) -> body.set("messages", PromptJson.messages(prompt, workload)));
        return new DjlWriter(texts, chats);
    }

    @Override
    public WireRequest write(Prompt prompt) {
        return (prompt.messages() == null ? texts : chats).write(prompt);
    }

    private static ObjectNode text(Workload workload) {
        ObjectNode body = Json.newObject();
        body.putNull("inputs");
        ObjectNode parameters = GenerationParameters.of(workload);
        parameters.put("details", true);
        if (workload.forceLength()) {
            parameters.put("ignore_eos_token", true);
        }
        body.set("parameters", parameters);
        body.put("stream", workload.stream());
        return body;
    }

    /** Here parameters have OpenAI's names, and the server passes them on to an engine that knows them. */
    private static ObjectNode chat(Workload workload) {
        ObjectNode body = Json.newObject();
        body.putNull("messages");
        body.put("max_tokens", workload.maxNewTokens());
        body.put("temperature", workload.temperature());
        body.put("stream", workload.stream());
        if (workload.stream()) {
            body.putObject("stream_options").put("include_usage", true);
        }
        if (workload.forceLength()) {
            body.put("ignore_eos", true);
        }
        return body;
    }
}
