package io.github.llmperf.simulator.http;

import io.github.llmperf.simulator.http.CompletionRequest.Form;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Answers of the OpenAI routes, framed as vLLM frames them.
 *
 * @param asked what is answered
 * @param objects of the route
 */
record OpenAiStream(Asked asked, OpenAiShape objects) implements AnswerShape {

    private static final Map<String, String> HEADERS =
            Map.of(Exchange.CONTENT_TYPE, "text/event-stream; charset=utf-8");

    @Override
    public Map<String, String> streamHeaders() {
        return HEADERS;
    }

    @Override
    public Optional<byte[]> opening(Usage usage) {
        return objects.opening(continuous(usage)).map(Sse::event);
    }

    @Override
    public byte[] token(int index, Usage usage) {
        String reason = asked.isLast(index) ? asked.answer().finishReason() : null;
        return Sse.event(objects.token(asked.answer().piece(index), reason, continuous(usage)));
    }

    private @Nullable Usage continuous(Usage usage) {
        return form().continuousUsage() ? usage : null;
    }

    private Form form() {
        return asked.request().form();
    }

    @Override
    public List<byte[]> ending(Usage usage) {
        return form().includeUsage() ? List.of(Sse.event(objects.usage(usage)), done()) : List.of(done());
    }

    private static byte[] done() {
        return Sse.event("[DONE]".getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void fail(Refusal refusal, Exchange exchange) {
        exchange.send(Sse.event(OpenAiFace.error(refusal)));
        exchange.send(done());
        exchange.end();
    }

    @Override
    public byte[] whole(Usage usage) {
        return objects.whole(asked.answer().text(), asked.answer().finishReason(), usage);
    }
}
