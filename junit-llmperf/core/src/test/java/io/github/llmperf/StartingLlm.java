package io.github.llmperf;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.github.llmperf.plan.Target;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A target that says of its first requests that its model is loading, and keeps what it was asked. */
public final class StartingLlm implements TargetSource {

    /** Method and path of each request to the last server of this kind in this JVM. */
    static final List<String> REQUESTS = new CopyOnWriteArrayList<>();

    private static final String STREAM =
            """
            data: {"choices":[{"index":0,"delta":{"content":"Moss"}}]}

            data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}

            data: [DONE]

            """;

    @Retention(RetentionPolicy.RUNTIME)
    @interface Starting {
        /** Requests until it is ready. */
        int after() default 0;

        /** What it says before. */
        int status() default 503;
    }

    private HttpServer server;
    private Starting starting;
    private int asked;

    @Override
    public Target start(TargetContext context) throws IOException {
        REQUESTS.clear();
        starting = context.annotation(Starting.class).orElseThrow();
        server = LoopbackServer.bind();
        server.createContext("/", LoopbackServer.unhurried(this::answer));
        server.start();
        return Target.at(LoopbackServer.url(server));
    }

    /** The server answers on one thread only. */
    private void answer(HttpExchange exchange) throws IOException {
        REQUESTS.add(
                exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath());
        exchange.getRequestBody().readAllBytes();
        boolean ready = ++asked > starting.after();
        exchange.getResponseHeaders().set("Content-Type", ready ? "text/event-stream" : "application/json");
        byte[] body = (ready ? STREAM : "{\"error\":{\"message\":\"Loading model\"}}").getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(ready ? 200 : starting.status(), body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
