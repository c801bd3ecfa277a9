package io.github.llmperf.protocol.triton;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.llmperf.plan.RefusedSetting;
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
import io.github.llmperf.protocol.kit.Urls;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** The generate extension of Triton Inference Server, with a TensorRT-LLM or a vLLM back end. */
@API(status = Status.INTERNAL, since = "0.1")
public final class TritonDialect implements Dialect {

    private static final String NAME = "triton-generate";
    private static final String ACCUMULATE = "accumulate_tokens";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Capabilities capabilities(Target target) {
        return Capabilities.STREAMED_AND_WHOLE
                .withForcedLength("min_length, min_tokens, ignore_eos")
                .withUsage(Usage.SOMETIMES);
    }

    /**
     * Returns the full url as it is, or below a base the route of the model.
     *
     * @throws IllegalArgumentException if the url is a base and the target names no model
     */
    @Override
    public URI route(Target target, Workload workload) {
        if (!Urls.isBase(target.url())) {
            return target.url();
        }
        String model = target.model();
        if (model == null) {
            throw new RefusedSetting(
                    "model",
                    "must be set with api \"" + NAME
                            + "\", since it is part of the route, but is not; set it, or give the full url, as in"
                            + " \"http://localhost:8000/v2/models/ensemble/generate_stream\"");
        }
        String name = URLEncoder.encode(model, StandardCharsets.UTF_8).replace("+", "%20");
        return Urls.route(target.url(), "/v2/models/" + name + (workload.stream() ? "/generate_stream" : "/generate"));
    }

    @Override
    public RequestWriter writer(Target target, Workload workload) {
        return TritonWriter.of(NAME, route(target, workload), target, workload);
    }

    @Override
    public AnswerReader reader(RequestContext asked, AnswerHead head, Consumer<StreamEvent> events) {
        TritonDecoder decoder = new TritonDecoder(accumulates(asked.workload().extraBody()));
        return Answers.read(asked, head, events, TritonDecoder.FORM, decoder);
    }

    private static boolean accumulates(String extraBody) {
        ObjectNode extra = extraBody.contains(ACCUMULATE) ? Json.object(extraBody) : null;
        return extra != null
                && (extra.path(ACCUMULATE).asBoolean(false)
                        || extra.path("parameters").path(ACCUMULATE).asBoolean(false));
    }
}
