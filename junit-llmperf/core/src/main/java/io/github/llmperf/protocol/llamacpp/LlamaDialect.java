package io.github.llmperf.protocol.llamacpp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.Workload;
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
 * {@code POST /completion} of llama.cpp's server. {@code cache_prompt} is left as the server has it, which is on in newer
 * builds: extraBody switches it.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class LlamaDialect implements Dialect {

    private static final String NAME = "llamacpp-completion";
    private static final List<String> OURS = List.of("stream", "prompt");

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Capabilities capabilities(Target target) {
        return Capabilities.STREAMED_AND_WHOLE
                .withForcedLength("ignore_eos, n_predict")
                .withServerTimes(
                        Metric.SERVER_PREFILL,
                        Metric.SERVER_DECODE,
                        Metric.SERVER_TIME_PER_TOKEN,
                        Metric.SERVER_TTFT,
                        Metric.SERVER_TPOT);
    }

    @Override
    public URI route(Target target, Workload workload) {
        return Urls.route(target.url(), "/completion");
    }

    @Override
    public RequestWriter writer(Target target, Workload workload) {
        ObjectNode body = Json.newObject();
        if (target.model() != null) {
            body.put("model", target.model());
        }
        body.putNull("prompt");
        body.put("n_predict", workload.maxNewTokens());
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
        return Answers.read(asked, head, events, LlamaDecoder.FORM, new LlamaDecoder());
    }
}
