package io.github.llmperf.protocol.vllm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.protocol.AnswerHead;
import io.github.llmperf.protocol.AnswerReader;
import io.github.llmperf.protocol.Capabilities;
import io.github.llmperf.protocol.Capabilities.Usage;
import io.github.llmperf.protocol.Dialect;
import io.github.llmperf.protocol.RequestContext;
import io.github.llmperf.protocol.RequestWriter;
import io.github.llmperf.protocol.StreamEvent;
import io.github.llmperf.protocol.kit.Answers;
import io.github.llmperf.protocol.kit.Json;
import io.github.llmperf.protocol.kit.JsonRequests;
import io.github.llmperf.protocol.kit.PromptJson;
import io.github.llmperf.protocol.kit.RequestHeaders;
import io.github.llmperf.protocol.kit.Urls;
import java.net.URI;
import java.util.List;
import java.util.function.Consumer;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * {@code POST /generate} of {@code vllm.entrypoints.api_server}. Whatever else stands in a body becomes a sampling
 * parameter, and an unknown one is an error: no model is sent, and a length is forced by {@code ignore_eos} alone, which
 * every version knows, while {@code min_tokens} came later.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class VllmDialect implements Dialect {

    private static final String NAME = "vllm-generate";
    private static final List<String> OURS = List.of("stream", "prompt");

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Capabilities capabilities(Target target) {
        return Capabilities.STREAMED_AND_WHOLE
                .withForcedLength("ignore_eos")
                .withUsage(Usage.NEVER)
                .withoutExtraFields();
    }

    @Override
    public URI route(Target target, Workload workload) {
        return Urls.route(target.url(), "/generate");
    }

    @Override
    public RequestWriter writer(Target target, Workload workload) {
        ObjectNode body = Json.newObject();
        body.putNull("prompt");
        body.put("max_tokens", workload.maxNewTokens());
        body.put("temperature", workload.temperature());
        body.put("stream", workload.stream());
        if (workload.forceLength()) {
            body.put("ignore_eos", true);
        }
        return new JsonRequests(
                route(target, workload),
                RequestHeaders.ofJson(target, workload.stream()),
                body,
                workload,
                OURS,
                (request, prompt) -> request.put("prompt", PromptJson.text(prompt, workload, NAME)));
    }

    @Override
    public AnswerReader reader(RequestContext asked, AnswerHead head, Consumer<StreamEvent> events) {
        String sent = PromptJson.text(asked.prompt(), asked.workload(), NAME);
        VllmDecoder decoder = new VllmDecoder(sent, asked.workload().stream());
        return Answers.read(asked, head, events, VllmDecoder.FORM, decoder);
    }
}
