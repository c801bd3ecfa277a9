package io.github.llmperf;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.github.llmperf.plan.Target;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** A target that answers at once, in the way its test case asks for. Timing is not its business. */
public final class ScriptedLlm implements TargetSource {

    /** How the target behaves. */
    enum Way {
        FINE,
        /** Every request is answered by 500. */
        BROKEN,
        /** Every fourth request is answered by 500. */
        SHAKY,
        /** A prompt that came before is answered by 500. */
        UNREPEATED,
        /** A page, with status 200. */
        HTML,
        /** JSON of something else. */
        OTHER_JSON,
        /** 404 in the shape of vLLM. */
        UNKNOWN_MODEL,
        /** The key is refused, and repeated in the message. */
        UNAUTHORIZED,
        /** Every request is answered by 500 and by what the systems that run builds take for commands. */
        HOSTILE,
        /** Nothing listens. */
        UNREACHABLE
    }

    private static final String HOSTILE_WORDS = "no\n::error file=a.java::planted\n##[warning]planted\r\n"
            + "::stop-commands::planted\n##vso[task.complete]planted";

    @Retention(RetentionPolicy.RUNTIME)
    @LlmTarget(from = ScriptedLlm.class, model = "scripted")
    @interface Scripted {
        Way value() default Way.FINE;
    }

    private HttpServer server;
    private ExecutorService threads;
    private final AtomicInteger requests = new AtomicInteger();
    private final Set<String> seen = ConcurrentHashMap.newKeySet();

    @Override
    public Target start(TargetContext context) throws Exception {
        Way way = context.annotation(Scripted.class).orElseThrow().value();
        if (way == Way.UNREACHABLE) {
            try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                return Target.at("http://127.0.0.1:" + closed.getLocalPort());
            }
        }
        server = LoopbackServer.bind();
        threads = Executors.newCachedThreadPool();
        server.setExecutor(threads);
        server.createContext("/", LoopbackServer.unhurried(exchange -> answer(exchange, way)));
        server.start();
        return Target.at(LoopbackServer.url(server));
    }

    private void answer(HttpExchange exchange, Way way) throws IOException {
        byte[] asked = exchange.getRequestBody().readAllBytes();
        if (!exchange.getRequestURI().getPath().equals("/v1/chat/completions")) {
            send(exchange, 404, "text/plain", "no such page");
            return;
        }
        boolean fails = way == Way.BROKEN
                || (way == Way.SHAKY && requests.incrementAndGet() % 4 == 0)
                || (way == Way.UNREPEATED && !seen.add(new String(asked, StandardCharsets.UTF_8)));
        if (fails) {
            send(exchange, 500, "application/json", "{\"error\":{\"message\":\"the GPU fell over\",\"code\":500}}");
            return;
        }
        switch (way) {
            case HTML -> send(exchange, 200, "text/html", "<html><body>Welcome to the proxy</body></html>");
            case OTHER_JSON -> send(exchange, 200, "application/json", "{\"status\":\"ok\"}");
            case UNKNOWN_MODEL ->
                send(
                        exchange,
                        404,
                        "application/json",
                        "{\"error\":{\"message\":\"The model `scripted` does not exist.\",\"type\":\"NotFoundError\","
                                + "\"param\":\"model\",\"code\":404}}");
            case HOSTILE -> send(exchange, 500, "text/plain", HOSTILE_WORDS);
            case UNAUTHORIZED ->
                send(
                        exchange,
                        401,
                        "application/json",
                        "{\"error\":{\"message\":\"bad key: " + bareToken(exchange) + "\"}}");
            default -> send(exchange, 200, "text/event-stream", stream());
        }
    }

    /** Gateways repeat the token without its scheme. */
    private static String bareToken(HttpExchange exchange) {
        return exchange.getRequestHeaders().getFirst("Authorization").replace("Bearer ", "");
    }

    private static String stream() {
        StringBuilder stream = new StringBuilder();
        event(stream, "{\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\"}}]}");
        for (int i = 0; i < 8; i++) {
            event(
                    stream,
                    String.format(Locale.ROOT, "{\"choices\":[{\"index\":0,\"delta\":{\"content\":\" w%d\"}}]}", i));
        }
        event(stream, "{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}");
        event(stream, "{\"choices\":[],\"usage\":{\"prompt_tokens\":12,\"completion_tokens\":8}}");
        event(stream, "[DONE]");
        return stream.toString();
    }

    private static void event(StringBuilder stream, String data) {
        stream.append("data: ").append(data).append("\n\n");
    }

    private static void send(HttpExchange exchange, int status, String type, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, bytes.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        if (server != null) {
            server.stop(0);
            threads.shutdownNow();
        }
    }
}
