package io.github.llmperf.protocol;

import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.Workload;
import java.net.URI;
import java.util.Optional;
import java.util.function.Consumer;

/** OpenAI's routes as OpenAI, vLLM, SGLang, TGI, llama.cpp, Ollama, LMDeploy, TensorRT-LLM and Azure speak them. */
final class OpenAiDialect implements Dialect {

    private final OpenAiRoute route;

    OpenAiDialect(OpenAiRoute route) {
        this.route = route;
    }

    @Override
    public String name() {
        return route.dialect();
    }

    @Override
    public URI route(Target target) {
        return route.of(target);
    }

    @Override
    public RequestWriter writer(Target target, Workload workload) {
        return new OpenAiWriter(route, target, workload);
    }

    @Override
    public AnswerReader reader(Workload workload, AnswerHead head, Consumer<StreamEvent> events) {
        if (!head.isSuccess()) {
            return new ErrorReader(head);
        }
        Consumer<StreamEvent> told = workload.stream() ? events : event -> {};
        return new SniffingReader(
                head, () -> new OpenAiStreamReader(head, workload, told), () -> new OpenAiWholeReader(head, workload));
    }

    @Override
    public Optional<URI> modelsUrl(Target target) {
        return Optional.of(route.models(target));
    }
}
