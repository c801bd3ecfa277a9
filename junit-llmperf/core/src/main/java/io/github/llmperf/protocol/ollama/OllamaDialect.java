package io.github.llmperf.protocol.ollama;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.plan.RefusedSetting;
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
import io.github.llmperf.protocol.kit.RequestHeaders;
import io.github.llmperf.protocol.kit.Urls;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Ollama's own routes. A prompt longer than the context is cut silently unless {@code truncate} is false, so that is what
 * is sent: from 0.12.6 on such a prompt then fails as too long. Older versions ignore the field and go on cutting, which
 * nothing in their answers tells; compare promptTokens with what was meant, and set {@code num_ctx} in extraBody.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class OllamaDialect implements Dialect {

    private final OllamaRoute route;

    /** Returns the dialect of one of the two routes. */
    public OllamaDialect(OllamaRoute route) {
        this.route = route;
    }

    @Override
    public String name() {
        return route.dialect();
    }

    @Override
    public Capabilities capabilities(Target target) {
        Capabilities can = Capabilities.STREAMED_AND_WHOLE.withServerTimes(
                Metric.SERVER_TOTAL,
                Metric.SERVER_LOAD,
                Metric.SERVER_PREFILL,
                Metric.SERVER_DECODE,
                Metric.SERVER_TTFT,
                Metric.SERVER_TPOT);
        return route == OllamaRoute.CHAT ? can.withConversations() : can;
    }

    @Override
    public URI route(Target target, Workload workload) {
        return Urls.route(target.url(), route.path());
    }

    @Override
    public RequestWriter writer(Target target, Workload workload) {
        if (target.model() == null) {
            throw new RefusedSetting(
                    "model",
                    "must be set with api \"" + route.dialect()
                            + "\", since Ollama has no default one, but is not; set it, as in model = \"llama3.2\"");
        }
        ObjectNode body = Json.newObject().put("model", target.model());
        body.putNull(route.field());
        if (route == OllamaRoute.GENERATE && !workload.systemPrompt().isEmpty()) {
            body.put("system", workload.systemPrompt());
        }
        body.put("stream", workload.stream());
        body.put("truncate", false);
        body.putObject("options")
                .put("num_predict", workload.maxNewTokens())
                .put("temperature", workload.temperature());
        return new JsonRequests(
                route(target, workload),
                RequestHeaders.ofJson(target, workload.stream()),
                body,
                workload,
                List.of("stream", route.field()),
                (request, prompt) -> route.ask(request, prompt, workload));
    }

    @Override
    public AnswerReader reader(RequestContext asked, AnswerHead head, Consumer<StreamEvent> events) {
        return Answers.read(asked, head, events, OllamaDecoder.FORM, new OllamaDecoder());
    }

    @Override
    public Optional<URI> modelsUrl(Target target) {
        String path = Urls.path(target.url());
        if (path.endsWith(route.path())) {
            String prefix = path.substring(0, path.length() - route.path().length());
            return Optional.of(Urls.withPath(target.url(), prefix + "/v1/models"));
        }
        return Urls.isBase(target.url()) ? Optional.of(Urls.route(target.url(), "/v1/models")) : Optional.empty();
    }
}
