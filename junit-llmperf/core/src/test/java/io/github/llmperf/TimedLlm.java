package io.github.llmperf;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.github.llmperf.plan.Target;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** A target that states times of its own: in headers where it does not stream, in the last chunk where it does. */
public final class TimedLlm implements TargetSource {

    /** Requests to all servers of this kind in this JVM, so that a test can tell that nothing was sent. */
    static final AtomicInteger REQUESTS = new AtomicInteger();

    private static final Map<String, String> TIMES = Map.of(
            "x-queue-time", "40",
            "x-prefill-time", "240",
            "x-decoding-time", "960",
            "x-inference-time", "1200",
            "x-generated-tokens", "25");

    private static final String STREAM = "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Moss\"}}]}\n\n"
            + "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}],\"timings\":"
            + "{\"prompt_n\":12,\"prompt_ms\":280,\"predicted_n\":25,\"predicted_ms\":960,"
            + "\"predicted_per_token_ms\":40}}\n\ndata: [DONE]\n\n";

    @Retention(RetentionPolicy.RUNTIME)
    @LlmTarget(from = TimedLlm.class, model = "timed")
    @interface Timed {
        boolean silent() default false;
    }

    private HttpServer server;
    private boolean silent;

    @Override
    public Target start(TargetContext context) throws IOException {
        silent = context.annotation(Timed.class).orElseThrow().silent();
        server = LoopbackServer.bind();
        server.createContext("/v1/chat/completions", LoopbackServer.unhurried(this::answer));
        server.start();
        return Target.at(LoopbackServer.url(server));
    }

    private void answer(HttpExchange exchange) throws IOException {
        REQUESTS.incrementAndGet();
        String asked = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        boolean streamed = asked.contains("\"stream\":true");
        if (!streamed && !silent) {
            TIMES.forEach(exchange.getResponseHeaders()::set);
        }
        exchange.getResponseHeaders().set("Content-Type", streamed ? "text/event-stream" : "application/json");
        byte[] body = (streamed ? STREAM : "{\"choices\":[{\"index\":0,\"message\":{\"content\":\"Moss\"}}]}")
                .getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
