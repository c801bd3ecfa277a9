package io.github.llmperf;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server that states how long each token took it: comparisons by that do not depend on any clock. */
final class StatedLlm implements AutoCloseable {

    private static final Pattern PROMPT = Pattern.compile("\\[([0-9a-z]{4})-(\\d{5})] ([^\"\\\\]*)");

    /** A prompt that reached a server: where, with which run's nonce, and its text. */
    record Asked(String server, String nonce, String text) {}

    private final String name;
    private final double millisPerToken;
    private final List<Asked> asked;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private volatile int answersLeft = Integer.MAX_VALUE;

    private StatedLlm(String name, double millisPerToken, List<Asked> asked) throws IOException {
        this.name = name;
        this.millisPerToken = millisPerToken;
        this.asked = asked;
        server = LoopbackServer.bind();
        server.setExecutor(threads);
        server.createContext("/v1/chat/completions", LoopbackServer.unhurried(this::answer));
        server.start();
    }

    static StatedLlm start(String name, double millisPerToken, List<Asked> asked) {
        try {
            return new StatedLlm(name, millisPerToken, asked);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    static StatedLlm start(double millisPerToken) {
        return start("", millisPerToken, new CopyOnWriteArrayList<>());
    }

    String url() {
        return LoopbackServer.url(server);
    }

    /** Lets only so many more requests succeed. */
    StatedLlm failingAfter(int answers) {
        answersLeft = answers;
        return this;
    }

    private synchronized boolean isBroken() {
        return answersLeft-- <= 0;
    }

    private void answer(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        Matcher prompt = PROMPT.matcher(body);
        if (prompt.find()) {
            asked.add(new Asked(name, prompt.group(1), prompt.group(3)));
        }
        boolean broken = isBroken();
        byte[] bytes = (broken ? "{\"error\":{\"message\":\"the GPU fell over\"}}" : stream())
                .getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", broken ? "application/json" : "text/event-stream");
        exchange.sendResponseHeaders(broken ? 500 : 200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private String stream() {
        return "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Moss\"}}]}\n\n"
                + String.format(
                        Locale.ROOT,
                        "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}],\"timings\":"
                                + "{\"prompt_n\":12,\"prompt_ms\":280,\"predicted_n\":25,\"predicted_ms\":%f,"
                                + "\"predicted_per_token_ms\":%f}}%n%n",
                        millisPerToken * 24,
                        millisPerToken)
                + "data: [DONE]\n\n";
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
