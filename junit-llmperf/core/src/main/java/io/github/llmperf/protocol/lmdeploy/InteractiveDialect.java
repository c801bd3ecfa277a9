package io.github.llmperf.protocol.lmdeploy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.prompt.Prompt;
import io.github.llmperf.protocol.AnswerHead;
import io.github.llmperf.protocol.AnswerReader;
import io.github.llmperf.protocol.Capabilities;
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
 * {@code POST /v1/chat/interactive} of older LMDeploy. No history is kept: each request is a session of its own. The
 * prompt may be messages, so that is how a system prompt is sent.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class InteractiveDialect implements Dialect {

    private static final List<String> OURS = List.of("stream", "prompt");

    @Override
    public String name() {
        return "lmdeploy-interactive";
    }

    @Override
    public Capabilities capabilities(Target target) {
        return Capabilities.STREAMED_AND_WHOLE
                .withForcedLength("ignore_eos, request_output_len")
                .withConversations();
    }

    @Override
    public URI route(Target target, Workload workload) {
        return Urls.route(target.url(), "/v1/chat/interactive");
    }

    @Override
    public RequestWriter writer(Target target, Workload workload) {
        ObjectNode body = Json.newObject();
        body.putNull("prompt");
        body.put("interactive_mode", false);
        body.put("request_output_len", workload.maxNewTokens());
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
                (request, prompt) -> ask(request, prompt, workload));
    }

    private static void ask(ObjectNode body, Prompt prompt, Workload workload) {
        if (prompt.messages() == null && workload.systemPrompt().isEmpty()) {
            body.put("prompt", prompt.text());
        } else {
            body.set("prompt", PromptJson.messages(prompt, workload));
        }
    }

    @Override
    public AnswerReader reader(RequestContext asked, AnswerHead head, Consumer<StreamEvent> events) {
        return Answers.read(asked, head, events, InteractiveDecoder.FORM, new InteractiveDecoder());
    }
}
