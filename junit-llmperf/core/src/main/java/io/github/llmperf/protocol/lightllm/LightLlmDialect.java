package io.github.llmperf.protocol.lightllm;

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
import io.github.llmperf.protocol.kit.RequestHeaders;
import io.github.llmperf.protocol.tgi.GenerateRoute;
import java.net.URI;
import java.util.function.Consumer;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * {@code /generate_stream} and {@code /generate} of LightLLM, also when it runs with {@code --use_tgi_api}. Parameters it
 * does not know make earlier versions refuse a request.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class LightLlmDialect implements Dialect {

    static final String NAME = "lightllm-generate";

    /** Returns the dialect. */
    public LightLlmDialect() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Capabilities capabilities(Target target) {
        return Capabilities.STREAMED_AND_WHOLE
                .withForcedLength("ignore_eos, min_new_tokens")
                .withoutExtraFields();
    }

    @Override
    public URI route(Target target, Workload workload) {
        return GenerateRoute.of(target, workload);
    }

    @Override
    public RequestWriter writer(Target target, Workload workload) {
        return LightLlmWriter.of(route(target, workload), RequestHeaders.ofJson(target, workload.stream()), workload);
    }

    @Override
    public AnswerReader reader(RequestContext asked, AnswerHead head, Consumer<StreamEvent> events) {
        return Answers.read(asked, head, events, LightLlmDecoder.FORM, LightLlmDecoder.create());
    }
}
