package io.github.llmperf.protocol.openai;

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
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** OpenAI's routes as OpenAI, vLLM, SGLang, TGI, llama.cpp, Ollama, LMDeploy, TensorRT-LLM and Azure speak them. */
@API(status = Status.INTERNAL, since = "0.1")
public final class OpenAiDialect implements Dialect {

    private final OpenAiRoute route;

    /** Returns the dialect of one of the two routes. */
    public OpenAiDialect(OpenAiRoute route) {
        this.route = route;
    }

    /**
     * Returns a writer of chats for a url that is no target's own, such as that of a gateway in front of the server. Bodies
     * name no model.
     *
     * @return writes one request per prompt
     * @throws IllegalArgumentException if the workload asks for what these bodies cannot say
     */
    public static RequestWriter chats(URI url, Map<String, String> headers, Workload workload) {
        return OpenAiWriter.chats(url, headers, workload);
    }

    @Override
    public String name() {
        return route.dialect();
    }

    @Override
    public Capabilities capabilities(Target target) {
        Capabilities can = OpenAiServer.at(target).capabilities();
        return route == OpenAiRoute.CHAT ? can.withConversations() : can;
    }

    @Override
    public URI route(Target target, Workload workload) {
        return route.of(target);
    }

    @Override
    public RequestWriter writer(Target target, Workload workload) {
        return OpenAiWriter.of(route, target, workload);
    }

    @Override
    public AnswerReader reader(RequestContext asked, AnswerHead head, Consumer<StreamEvent> events) {
        return Answers.read(asked, head, events, OpenAiDecoder.FORM, new OpenAiDecoder());
    }

    @Override
    public Optional<URI> modelsUrl(Target target) {
        return Optional.of(route.models(target));
    }
}
