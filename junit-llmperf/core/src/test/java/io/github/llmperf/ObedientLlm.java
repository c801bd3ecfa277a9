package io.github.llmperf;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.github.llmperf.plan.Target;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A server that answers at once, says that it produced the tokens it was asked for, and counts one prompt token for each
 * character of a body. Its answers name their number.
 */
public final class ObedientLlm implements TargetSource {

    private static final Pattern MOST = Pattern.compile("\"max_tokens\":(\\d+)");

    /** Bodies of all requests to all servers since the last start, in the order of their coming. */
    static final List<String> ASKED = new CopyOnWriteArrayList<>();

    private HttpServer server;
    private ExecutorService threads;

    @Override
    public Target start(TargetContext context) throws IOException {
        ASKED.clear();
        server = LoopbackServer.bind();
        threads = Executors.newCachedThreadPool();
        server.setExecutor(threads);
        server.createContext("/v1/chat/completions", LoopbackServer.unhurried(this::answer));
        server.start();
        return Target.at(LoopbackServer.url(server));
    }

    private void answer(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        Matcher most = MOST.matcher(body);
        int tokens = most.find() ? Integer.parseInt(most.group(1)) : 0;
        ASKED.add(body);
        byte[] bytes =
                ("data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Moss.\"},\"finish_reason\":\"stop\"}]}\n\n"
                                + "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":" + body.length()
                                + ",\"completion_tokens\":"
                                + tokens + "}}\n\ndata: [DONE]\n\n")
                        .getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
