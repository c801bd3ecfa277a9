package io.github.llmperf;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A server that states that a token took so many milliseconds for each user it has seen at once in a run. What it states
 * depends on the number of users and on no clock; it holds each answer for a moment, so that users meet.
 */
final class CrowdedLlm implements AutoCloseable {

    private static final Pattern NONCE = Pattern.compile("\\[([0-9a-z]{4})-\\d{5}]");

    private static final long HELD_MILLIS = 6;

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Executor later = CompletableFuture.delayedExecutor(HELD_MILLIS, TimeUnit.MILLISECONDS, threads);
    private final Map<String, AtomicInteger> underWay = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> most = new ConcurrentHashMap<>();
    private volatile double millisPerUser;
    private volatile int breaksDownAbove = Integer.MAX_VALUE;

    private CrowdedLlm(double millisPerUser) throws IOException {
        this.millisPerUser = millisPerUser;
        server = LoopbackServer.bind();
        server.setExecutor(threads);
        server.createContext("/v1/chat/completions", this::receive);
        server.start();
    }

    static CrowdedLlm start(double millisPerUser) {
        try {
            return new CrowdedLlm(millisPerUser);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String url() {
        return LoopbackServer.url(server);
    }

    /** Makes each user cost so much from now on. */
    void slowTo(double millis) {
        millisPerUser = millis;
    }

    /** Fails every request of a run that had more users than this. */
    void breakDownAbove(int users) {
        breaksDownAbove = users;
    }

    private void receive(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        Matcher nonce = NONCE.matcher(body);
        String run = nonce.find() ? nonce.group(1) : "probe";
        int now = underWay.computeIfAbsent(run, name -> new AtomicInteger()).incrementAndGet();
        most.computeIfAbsent(run, name -> new AtomicInteger()).accumulateAndGet(now, Math::max);
        later.execute(() -> answer(exchange, run));
    }

    private void answer(HttpExchange exchange, String run) {
        int users = most.get(run).get();
        underWay.get(run).decrementAndGet();
        boolean broken = users > breaksDownAbove;
        byte[] bytes = (broken ? "{\"error\":{\"message\":\"out of memory\"}}" : stream(users * millisPerUser))
                .getBytes(StandardCharsets.UTF_8);
        try (exchange) {
            exchange.getResponseHeaders().set("Content-Type", broken ? "application/json" : "text/event-stream");
            exchange.sendResponseHeaders(broken ? 500 : 200, bytes.length);
            exchange.getResponseBody().write(bytes);
        } catch (IOException e) {
            return; // the client has gone
        }
    }

    private static String stream(double millisPerToken) {
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
