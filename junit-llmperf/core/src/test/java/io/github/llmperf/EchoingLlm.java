package io.github.llmperf;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A server that repeats the secrets of each request wherever it can: in answers, headers, errors and on its pages. */
final class EchoingLlm implements AutoCloseable {

    private static final List<String> SECRET_HEADERS = List.of("Authorization", "X-Team-Token", "Cookie");

    /** The forms in which servers, proxies and frameworks repeat what they got. */
    private static final List<UnaryOperator<String>> FORMS = List.of(
            value -> value,
            value -> URLEncoder.encode(value, StandardCharsets.UTF_8),
            value -> value.replace("/", "\\/"),
            value -> value.replace("/", "&#x2F;").replace("+", "&#43;"),
            value -> URLEncoder.encode(URLEncoder.encode(value, StandardCharsets.UTF_8), StandardCharsets.UTF_8),
            value -> value.replace("-", "\\u002d"),
            value -> value.substring(0, value.length() - 3) + "***" + value.substring(value.length() - 2));

    private final int failsEach;
    private final AtomicInteger asked = new AtomicInteger();
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        return thread;
    });

    private EchoingLlm(int failsEach) throws IOException {
        this.failsEach = failsEach;
        server = LoopbackServer.bind();
        server.setExecutor(threads);
        server.createContext("/", LoopbackServer.unhurried(this::answer));
        server.start();
    }

    /** Each so-many-th request fails; 1 lets all fail, 0 none. */
    static EchoingLlm failingEach(int number) {
        try {
            return new EchoingLlm(number);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    String url() {
        return LoopbackServer.url(server);
    }

    private void answer(HttpExchange exchange) throws IOException {
        exchange.getRequestBody().readAllBytes();
        int number = asked.getAndIncrement();
        String secrets = secrets(exchange, FORMS.get(number % FORMS.size()));
        exchange.getResponseHeaders().set("Server", "echo/1 " + secrets(exchange, value -> value));
        exchange.getResponseHeaders().set("x-request-id", secrets(exchange, value -> value));
        if (exchange.getRequestURI().getPath().endsWith("/metrics")) {
            send(
                    exchange,
                    200,
                    "text/plain",
                    "# " + secrets + "\nvllm:num_requests_running{key=\"" + secrets + "\"} 1\n");
        } else if (!exchange.getRequestURI().getPath().endsWith("/chat/completions")) {
            send(exchange, 401, "application/json", "{\"error\":{\"message\":" + json("no page for " + secrets) + "}}");
        } else if (failsEach > 0 && number % failsEach == 0) {
            fail(exchange, number, secrets);
        } else {
            send(exchange, 200, "text/event-stream", stream(secrets));
        }
    }

    private static void fail(HttpExchange exchange, int number, String secrets) throws IOException {
        if (number % 2 == 0) {
            send(exchange, 500, "text/html", "<html><body><p>" + secrets + "</p></body></html>");
        } else {
            send(
                    exchange,
                    401,
                    "application/json",
                    "{\"error\":{\"message\":" + json("bad key: " + secrets) + ",\"code\":" + json(secrets) + "}}");
        }
    }

    private static String secrets(HttpExchange exchange, UnaryOperator<String> form) {
        Stream<String> headers = SECRET_HEADERS.stream()
                .map(exchange.getRequestHeaders()::getFirst)
                .filter(Objects::nonNull)
                .flatMap(value -> Stream.of(value, value.replace("Bearer ", "").replace("sid=", "")));
        String query = exchange.getRequestURI().getQuery();
        Stream<String> parameters = Stream.ofNullable(query).map(all -> all.replace("api_key=", ""));
        return Stream.concat(headers, parameters).map(form).collect(Collectors.joining(" "));
    }

    private static String stream(String secrets) {
        int half = secrets.length() / 2;
        return event("{\"choices\":[{\"index\":0,\"delta\":{\"content\":" + json(secrets.substring(0, half)) + "}}]}")
                + event("{\"choices\":[{\"index\":0,\"delta\":{\"content\":" + json(secrets.substring(half)) + "}}]}")
                + event("{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":" + json(secrets)
                        + "}],\"timings\":{\"prompt_n\":12,\"prompt_ms\":280,\"predicted_n\":25,\"predicted_ms\":480,"
                        + "\"predicted_per_token_ms\":20}}")
                + event("[DONE]");
    }

    private static String event(String data) {
        return "data: " + data + "\n\n";
    }

    private static String json(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    private static void send(HttpExchange exchange, int status, String type, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
