package io.github.llmperf.protocol.anthropic;

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
import io.github.llmperf.protocol.kit.Urls;
import java.net.URI;
import java.util.function.Consumer;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** {@code POST /v1/messages} of Anthropic, and of vLLM, SGLang, TensorRT-LLM, LMDeploy, llama.cpp and Ollama. */
@API(status = Status.INTERNAL, since = "0.1")
public final class AnthropicDialect implements Dialect {

    static final String NAME = "anthropic-messages";

    private static final String ROUTE = "/v1/messages";

    /** Returns the dialect. */
    public AnthropicDialect() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Capabilities capabilities(Target target) {
        return Capabilities.STREAMED_AND_WHOLE.withoutExtraFields().withConversations();
    }

    @Override
    public URI route(Target target, Workload workload) {
        return Urls.route(target.url(), ROUTE);
    }

    @Override
    public RequestWriter writer(Target target, Workload workload) {
        return AnthropicWriter.of(route(target, workload), target, workload);
    }

    @Override
    public AnswerReader reader(RequestContext asked, AnswerHead head, Consumer<StreamEvent> events) {
        return Answers.read(asked, head, events, AnthropicDecoder.FORM, new AnthropicDecoder());
    }
}
