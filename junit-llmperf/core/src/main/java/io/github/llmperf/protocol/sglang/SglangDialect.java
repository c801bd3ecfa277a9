package io.github.llmperf.protocol.sglang;

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
 * {@code POST /generate} of SGLang. Unknown fields inside {@code sampling_params} are an error there. The server's total
 * comes with every answer, its queueing only from one started with {@code --enable-metrics}.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class SglangDialect implements Dialect {

    private static final String NAME = "sglang-generate";
    private static final List<String> OURS = List.of("stream", "text");

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Capabilities capabilities(Target target) {
        return Capabilities.STREAMED_AND_WHOLE
                .withForcedLength("ignore_eos, min_new_tokens")
                .withoutExtraFields()
                .withServerTimes(Metric.SERVER_TOTAL, Metric.SERVER_QUEUE);
    }

    @Override
    public URI route(Target target, Workload workload) {
        return Urls.route(target.url(), "/generate");
    }

    @Override
    public RequestWriter writer(Target target, Workload workload) {
        ObjectNode body = Json.newObject();
        body.putNull("text");
        ObjectNode sampling = body.putObject("sampling_params");
        sampling.put("max_new_tokens", workload.maxNewTokens());
        sampling.put("temperature", workload.temperature());
        if (workload.forceLength()) {
            sampling.put("ignore_eos", true);
            sampling.put("min_new_tokens", workload.maxNewTokens());
        }
        body.put("stream", workload.stream());
        return new JsonRequests(
                route(target, workload),
                RequestHeaders.ofJson(target, workload.stream()),
                body,
                workload,
                OURS,
                (request, prompt) -> request.put("text", PromptJson.text(prompt, workload, NAME)));
    }

    @Override
    public AnswerReader reader(RequestContext asked, AnswerHead head, Consumer<StreamEvent> events) {
        return Answers.read(asked, head, events, SglangDecoder.FORM, new SglangDecoder());
    }
}
